"""Uses the HTML catalogue as a reader would: opens it, searches, filters, unfolds."""

import pathlib
import sys

from chromium import Browser

# Milliseconds for loading, and for filtering until the result is painted.
LIMIT = 1000

VISIBLE = """Array.from(document.querySelectorAll('.tool'))
    .filter(tool => tool.checkVisibility()).length"""
PAINTED = "new Promise(done => requestAnimationFrame(() => setTimeout(done)))"
# The browser may record the first paint a little later than that.
FIRST_PAINT = """new Promise(done => new PerformanceObserver((list, observer) => {
    const [paint] = list.getEntriesByName('first-contentful-paint');
    if (paint) { observer.disconnect(); done(paint); }
}).observe({type: 'paint', buffered: true}))"""


def search(browser, words):
    """Puts words into the search box; how long it took until painted, and how many tools stay."""
    return browser.run(f"""(async () => {{
        const start = performance.now();
        const box = document.getElementById('query');
        box.value = {words!r};
        box.dispatchEvent(new Event('input', {{bubbles: true}}));
        await {PAINTED};
        return [performance.now() - start, {VISIBLE}];
    }})()""")


def choose(browser, value):
    return browser.run(f"""(async () => {{
        const start = performance.now();
        const box = document.getElementById('namespace');
        box.value = {value!r};
        box.dispatchEvent(new Event('change', {{bubbles: true}}));
        await {PAINTED};
        return [performance.now() - start, {VISIBLE}];
    }})()""")


def check(condition, what):
    print(("ok    " if condition else "WRONG ") + what)
    if not condition:
        raise SystemExit(1)


def loads(browser, page):
    # The best of three: the first load warms the browser up, and other work may be going on.
    loads = []
    for _ in range(3):
        browser.open(page.as_uri())
        loads.append(browser.run(f"""(async () => {{
            await {PAINTED};
            const timing = performance.getEntriesByType('navigation')[0];
            const paint = await {FIRST_PAINT};
            return Math.max(timing.loadEventEnd, paint.startTime);
        }})()"""))
    total = browser.run("document.querySelectorAll('.tool').length")
    times = ", ".join(f"{load:.0f}" for load in loads)
    check(min(loads) < LIMIT, f"{total} tools load and show in {times} ms")
    check(browser.run("document.compatMode") == "CSS1Compat", "standards mode")
    check(not browser.run("document.getElementById('controls').hidden"), "the script has run")
    check(browser.run(VISIBLE) == total, "all tools are there")
    return total


def searches(browser, total):
    took, all_tools = search(browser, "")
    check(all_tools == total, f"an empty search shows all ({took:.0f} ms)")
    worst = 0
    for words in ["re", "repository", "get repo", "zzzz-no-such-tool", "r", ""]:
        took, shown = search(browser, words)
        worst = max(worst, took)
        status = browser.run("document.getElementById('status').textContent")
        check(took < LIMIT, f"search for {words!r}: {status} in {took:.0f} ms")
        if words == "repository":
            check(0 < shown < total, "a search narrows the list")
        if words.startswith("zzzz"):
            check(shown == 0, "a search for nothing shows nothing")
            check(browser.run("document.getElementById('nothing').checkVisibility()"), "and says so")
    return worst


def filters(browser, total):
    options = browser.run("Array.from(document.querySelectorAll('#namespace option'), o => o.value)")
    check(len(options) > 2, f"{len(options) - 1} namespaces to choose from")
    for option in (options[1], options[-1], ""):
        took, shown = choose(browser, option)
        check(took < LIMIT, f"namespace {option!r}: {shown} tools in {took:.0f} ms")
        check((shown == total) == (option == ""), "a namespace narrows the list")
    choose(browser, options[1])
    _, both = search(browser, "zzzz")
    check(both == 0, "search and namespace work together")
    browser.run("document.getElementById('clear').click()")
    check(browser.run(VISIBLE) == total, "the button clears both")


def unfolds(browser):
    browser.run("document.activeElement.blur(); scrollTo(0, 0)")
    browser.press("/")
    check(browser.run("document.activeElement.id") == "query", "`/` leads to the search box")
    browser.type("limit")
    check(browser.run("document.getElementById('query').value") == "limit", "typing searches")
    browser.press("Escape")
    check(browser.run("document.getElementById('query').value") == "", "Escape clears the search")
    browser.press("Tab")
    browser.press("Tab")
    check(browser.run("document.activeElement.matches('.tool > summary')"), "Tab leads to a tool")
    height = "document.activeElement.parentElement.querySelector('.body')?.offsetHeight ?? 0"
    check(not browser.run("document.activeElement.parentElement.open"), "it is folded")
    browser.press("Enter")
    check(browser.run("document.activeElement.parentElement.open"), "Enter unfolds it")
    browser.run(PAINTED)
    check(browser.run(height) > 50, "its body is there")
    anchor = browser.run("document.querySelector('section:last-of-type .tool').id")
    browser.run(f"location.hash = {anchor!r}")
    for _ in range(4):
        browser.run(PAINTED)
    check(browser.run(f"document.getElementById({anchor!r}).open"), "a link unfolds its tool")
    top = browser.run(f"document.getElementById({anchor!r}).getBoundingClientRect().top")
    check(0 <= top < 900, "and scrolls to it")


def is_accessible(browser):
    unnamed = browser.run("""Array.from(document.querySelectorAll('input, select'))
        .filter(box => box.labels.length === 0).length""")
    check(unnamed == 0, "every control has a label")
    twice = browser.run("""(() => {
        const ids = Array.from(document.querySelectorAll('[id]'), element => element.id);
        return ids.length - new Set(ids).size;
    })()""")
    check(twice == 0, "no id stands twice")
    for scheme in ("light", "dark"):
        emulate(browser, scheme)
        low = browser.run(CONTRAST)
        check(not low, f"contrast of at least 4.5 in {scheme}: {low}")


# The contrast of text with what is behind it, by the formula of WCAG 2.
CONTRAST = """(async () => {
    const channels = color => color.match(/[\\d.]+/g).map(Number);
    const light = color => {
        const [r, g, b] = channels(color).map(c => c / 255)
            .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = element => {
        for (; element; element = element.parentElement) {
            const color = getComputedStyle(element).backgroundColor;
            const [, , , alpha = 1] = channels(color);
            if (alpha === 1) return color;
        }
        return 'rgb(255, 255, 255)';
    };
    const tool = document.querySelector('.tool:has(.badge.warn)') ?? document.querySelector('.tool');
    tool.open = true;
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    const low = [];
    for (const element of [...document.querySelectorAll('header *'), ...tool.querySelectorAll('*')]) {
        const text = Array.from(element.childNodes).some(n => n.nodeType === 3 && n.data.trim());
        if (!text || !element.checkVisibility()) continue;
        const [a, b] = [light(getComputedStyle(element).color), light(behind(element))];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < 4.5) low.push(`${element.className || element.tagName} ${contrast.toFixed(2)}`);
    }
    tool.open = false;
    return [...new Set(low)].join(', ');
})()"""


def emulate(browser, scheme):
    browser.call("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": scheme}])


def take_pictures(browser, folder):
    for scheme in ("light", "dark"):
        emulate(browser, scheme)
        browser.run("location.hash = ''; document.querySelectorAll('.tool[open]')"
                    ".forEach(tool => tool.open = false); scrollTo(0, 0)")
        search(browser, "")
        browser.screenshot(folder / f"catalogue-{scheme}.png")
        search(browser, "create issue destructive")
        shown = browser.run("""(() => {
            const tools = [...document.querySelectorAll('.tool')].filter(t => t.checkVisibility());
            const tool = tools.find(t => t.textContent.split('<tr>').length > 5) ?? tools[0];
            tool.open = true;
            return tool.id;
        })()""")
        browser.run(PAINTED)
        browser.run(f"document.getElementById({shown!r}).scrollIntoView()")
        browser.run(PAINTED)
        browser.screenshot(folder / f"catalogue-{scheme}-open.png")
    browser.call("Emulation.setDeviceMetricsOverride",
                 width=390, height=800, deviceScaleFactor=1, mobile=False)
    wide = browser.run("document.documentElement.scrollWidth")
    browser.run(PAINTED)
    browser.screenshot(folder / "catalogue-narrow.png")
    check(wide <= 390, f"a narrow window needs no scrolling sideways ({wide} px)")


def withstands(browser, page):
    browser.open(page.as_uri())
    browser.run("document.querySelectorAll('.tool').forEach(tool => tool.open = true)")
    for _ in range(3):
        browser.run(PAINTED)
    bodies, folded = browser.run("""['.tool > .body', '.tool:not([open])']
        .map(selector => document.querySelectorAll(selector).length)""")
    check(bodies >= 20 and folded == 0, f"{bodies} tools with hostile texts unfold")
    foreign = browser.run("""Array.from(document.querySelectorAll(
        'img, svg, b, iframe, script:not(body > script:last-of-type), [onerror], [onload], ' +
        '[onmouseover], [onclick], a:not([href^="#"], [href^="https://"])'), e => e.outerHTML)""")
    check(not foreign, f"none of them brings markup along: {foreign}")
    dialogs = [event for event in browser.events
               if event.get("method") == "Page.javascriptDialogOpening"]
    check(not dialogs, "none of them runs")


def main():
    executable, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    page, hostile = folder / "catalogue.html", folder / "hostile.html"
    browser = Browser(executable)
    try:
        total = loads(browser, page)
        searches(browser, total)
        filters(browser, total)
        unfolds(browser)
        is_accessible(browser)
        take_pictures(browser, folder)
        withstands(browser, hostile)
        loaded = {page.as_uri(), hostile.as_uri()}
        check(set(browser.requests()) == loaded, "nothing but the two pages was loaded")
        complaints = browser.complaints()
        check(not complaints, f"nothing to complain about: {complaints}")
    finally:
        browser.close()


main()
