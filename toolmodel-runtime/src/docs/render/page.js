(() => {
  "use strict";
  const controls = document.getElementById("controls");
  const query = document.getElementById("query");
  const namespace = document.getElementById("namespace");
  const status = document.getElementById("status");
  const nothing = document.getElementById("nothing");
  const sections = Array.from(document.querySelectorAll("main > section"), (element) => ({
    element,
    namespace: element.dataset.namespace,
    count: element.querySelector(".count"),
    tools: Array.from(element.querySelectorAll(".tool"), (tool) => ({ element: tool, text: null })),
  }));
  const total = sections.reduce((sum, section) => sum + section.tools.length, 0);
  const number = new Intl.NumberFormat("en");

  // The body of a tool stands in a noscript element, which costs next to nothing to load. It is
  // made part of the page when the tool is first unfolded.
  const fill = (tool) => {
    const source = tool.querySelector(":scope > noscript");
    if (source) {
      source.insertAdjacentHTML("afterend", source.textContent);
      source.remove();
    }
  };

  const marks = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
  const textOf = (tool) => {
    const source = tool.querySelector(":scope > noscript");
    if (!source) return tool.textContent;
    const body = source.textContent
      .replace(/<[^>]*>/g, " ")
      .replace(/&(?:amp|lt|gt|quot|#39);/g, (mark) => marks[mark]);
    return tool.firstElementChild.textContent + " " + body;
  };

  // The text of a tool is put together when it is first searched.
  const matches = (tool, words) => {
    if (words.length === 0) return true;
    tool.text ??= textOf(tool.element).toLowerCase();
    return words.every((word) => tool.text.includes(word));
  };

  const filter = () => {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const section of sections) {
      const chosen = namespace.value === "" || namespace.value === section.namespace;
      let here = 0;
      for (const tool of section.tools) {
        const match = chosen && matches(tool, words);
        if (tool.element.hidden === match) tool.element.hidden = !match;
        if (match) here += 1;
      }
      section.element.hidden = here === 0;
      section.count.textContent = number.format(here);
      shown += here;
    }
    nothing.hidden = shown !== 0 || total === 0;
    const all = number.format(total) + (total === 1 ? " tool" : " tools");
    status.textContent = shown === total ? all : number.format(shown) + " of " + all;
  };

  const clear = () => {
    query.value = "";
    namespace.value = "";
    filter();
  };

  const unfold = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target && target.matches(".tool")) {
      if (target.hidden) clear();
      fill(target);
      target.open = true;
      target.scrollIntoView();
      // Heights above are estimates until they are painted, so the place is looked up again.
      requestAnimationFrame(() => requestAnimationFrame(() => target.scrollIntoView()));
    }
  };

  controls.hidden = false;
  controls.addEventListener("submit", (event) => event.preventDefault());
  query.addEventListener("input", filter);
  namespace.addEventListener("change", filter);
  document.getElementById("clear").addEventListener("click", () => {
    clear();
    query.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches("input, select, textarea");
    if (event.key === "/" && !typing) {
      event.preventDefault();
      query.focus();
      query.select();
    } else if (event.key === "Escape" && event.target === query && query.value !== "") {
      query.value = "";
      filter();
    }
  });
  addEventListener("hashchange", unfold);
  const unfolded = (event) => event.target.matches(".tool") && fill(event.target);
  document.addEventListener("toggle", unfolded, true);
  filter();
  unfold();
})();
