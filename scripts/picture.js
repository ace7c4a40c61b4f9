// A picture of a finding as heddle prints it, as SVG: the terminal's colours and columns, nothing drawn by hand.
// node scripts/picture.js docs/pictures/finding.svg check examples/async/pool-close
// runs heddle with these words and writes the picture (test/pictures.test.ts compares them).

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const colours = {
  31: '#f47067',
  32: '#8ddb8c',
  33: '#f69d50',
  34: '#6cb6ff',
  35: '#dcbdfb',
  36: '#76e3ea',
  90: '#8b949e',
};
const [width, height, margin] = [7.8, 18, 16];

/** Pieces of a line with the style they are printed in. */
function pieces(line, style) {
  const [first, ...rest] = line.split('\u001b[');
  const found = [{ text: first, ...style }];
  for (const part of rest) {
    const end = part.indexOf('m');
    for (const code of part.slice(0, end).split(';').map(Number)) restyle(style, code);
    found.push({ text: part.slice(end + 1), ...style });
  }
  return found.filter(({ text }) => text !== '');
}

function restyle(style, code) {
  if (code === 0) Object.assign(style, { colour: undefined, bold: false, dim: false });
  else if (code === 1) style.bold = true;
  else if (code === 2) style.dim = true;
  else if (code === 22) Object.assign(style, { bold: false, dim: false });
  else if (code === 39) style.colour = undefined;
  else style.colour = colours[code] ?? colours[code - 60] ?? style.colour;
}

/** Renderers squeeze plain spaces. */
function escaped(text) {
  return text.replaceAll(' ', '\u00a0').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function span({ text, colour, bold, dim }) {
  const fill = colour ?? (dim ? '#8b949e' : undefined);
  return `<tspan${fill ? ` fill="${fill}"` : ''}${bold ? ' font-weight="600"' : ''}>${escaped(text)}</tspan>`;
}

export function picture(command, output) {
  const lines = output.replace(/\n+$/, '').split('\n');
  const style = { colour: undefined, bold: false, dim: false };
  const shown = [[{ text: `$ ${command}`, dim: true }], ...lines.map((line) => pieces(line, style))];
  const columns = Math.max(...shown.map((line) => line.reduce((sum, { text }) => sum + text.length, 0)));
  const [w, h] = [Math.ceil(columns * width + 2 * margin), shown.length * height + 2 * margin];
  const texts = shown.map(
    (line, i) => `<text x="${margin}" y="${margin + 13 + i * height}">${line.map(span).join('')}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img" aria-label="what heddle prints">
<rect width="${w}" height="${h}" rx="8" fill="#1c2128"/>
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="13" fill="#d1d7e0">
${texts.join('\n')}
</g>
</svg>
`;
}

/** The first finding, up to its help. */
export function pictureOf(words) {
  const ran = spawnSync(process.execPath, ['bin/heddle.js', ...words], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: '', COLUMNS: '110' },
  });
  const end = ran.stdout.indexOf('reproduce:');
  const shown = ran.stdout.slice(0, ran.stdout.lastIndexOf('\n', end));
  return picture(`heddle ${words.join(' ')}`, shown);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file, ...words] = process.argv.slice(2);
  writeFileSync(file, pictureOf(words));
}
