// Renders each Markdown file of a folder by marked and markdown-it, into another folder.
const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const MarkdownIt = require('markdown-it');

const [from, to] = process.argv.slice(2);
const it = new MarkdownIt({ html: true, linkify: true });

import(require.resolve('marked')).then(({ marked }) => {
  for (const file of readdirSync(from)) {
    const text = readFileSync(join(from, file), 'utf8');
    writeFileSync(join(to, `${file}.marked.html`), marked.parse(text));
    writeFileSync(join(to, `${file}.markdown-it.html`), it.render(text));
  }
});
