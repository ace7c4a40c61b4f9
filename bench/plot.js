// Plots of benchmark results as SVG text, for docs/benchmarks: scatter plots (one method against another, with the
// diagonal and the limit) and line plots (scaling, cactus). No library: axes, ticks, marks and a legend are all we draw.

const width = 560;
const height = 420;
const margin = { left: 64, right: 20, top: 40, bottom: 52 };
const colours = ['#1b6ca8', '#c8553d', '#3a7d44', '#8e5ea2', '#b8860b', '#4a4e69'];

/**
 * One mark per point; logarithmic axes with the same range, so the diagonal means "equal".
 * `plot`: { title, x, y, points: [[x, y, class?]], limit? } with axis labels `x` and `y`; a class gives a colour and a legend entry.
 */
export function scatterPlot({ title, x, y, points, limit }) {
  const values = [...points.map(([a]) => a), ...points.map(([, b]) => b), ...(limit === undefined ? [] : [limit])];
  const range = decades(values);
  const axis = { range, logarithmic: true };
  const frame = new Frame(axis, axis);
  const classes = [...new Set(points.map(([, , name]) => name ?? ''))];
  const marks = points.map(([a, b, name]) => {
    const colour = colours[classes.indexOf(name ?? '') % colours.length];
    return `<circle cx="${frame.x(a)}" cy="${frame.y(b)}" r="3" fill="${colour}" fill-opacity="0.55"/>`;
  });
  const diagonal = line(frame.x(range[0]), frame.y(range[0]), frame.x(range[1]), frame.y(range[1]), 'guide');
  const limits =
    limit === undefined
      ? []
      : [
          line(frame.x(limit), frame.y(range[0]), frame.x(limit), frame.y(range[1]), 'limit'),
          line(frame.x(range[0]), frame.y(limit), frame.x(range[1]), frame.y(limit), 'limit'),
        ];
  return picture({ title, x, y }, frame, [diagonal, ...limits, ...marks, ...legend(classes.filter(Boolean))]);
}

/**
 * One line per series.
 * `plot`: { title, x, y, series: [{ name, points: [[x, y]] }], logarithmicX?, logarithmicY? }.
 */
export function linePlot({ title, x, y, series, logarithmicX = false, logarithmicY = false }) {
  const all = series.flatMap(({ points }) => points);
  const frame = new Frame(
    axisOver(
      all.map(([a]) => a),
      logarithmicX,
    ),
    axisOver(
      all.map(([, b]) => b),
      logarithmicY,
    ),
  );
  const marks = series.flatMap(({ points }, i) => {
    const colour = colours[i % colours.length];
    const places = points.map(([a, b]) => [frame.x(a), frame.y(b)]);
    return [
      `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${places.map((p) => p.join(',')).join(' ')}"/>`,
      ...places.map(([a, b]) => `<circle cx="${a}" cy="${b}" r="2.2" fill="${colour}"/>`),
    ];
  });
  return picture({ title, x, y }, frame, [...marks, ...legend(series.map(({ name }) => name))]);
}

/** The series of a cactus plot: how many questions are answered within each time. */
export function cactus(name, seconds) {
  const sorted = [...seconds].sort((a, b) => a - b);
  return { name, points: sorted.map((time, i) => [i + 1, time]) };
}

/** Places values in the picture; values that a logarithm cannot take go to the axis. */
class Frame {
  constructor(horizontal, vertical) {
    this.horizontal = horizontal;
    this.vertical = vertical;
  }

  x(value) {
    return round(margin.left + fraction(this.horizontal, value) * (width - margin.left - margin.right));
  }

  y(value) {
    return round(height - margin.bottom - fraction(this.vertical, value) * (height - margin.top - margin.bottom));
  }
}

function fraction({ range: [low, high], logarithmic }, value) {
  const scale = logarithmic ? Math.log10 : (v) => v;
  const inside = Math.min(Math.max(value, low), high);
  return (scale(inside) - scale(low)) / (scale(high) - scale(low));
}

function axisOver(values, logarithmic) {
  if (logarithmic) return { range: decades(values), logarithmic };
  const step = roundStep(Math.max(...values, 1e-9) / 5);
  return { range: [0, step * Math.ceil(Math.max(...values, 1e-9) / step)], logarithmic, step };
}

function decades(values) {
  const positive = values.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...positive, 1)));
  const high = Math.ceil(Math.log10(Math.max(...positive, 1)));
  return [10 ** low, 10 ** Math.max(high, low + 1)];
}

function roundStep(step) {
  const power = 10 ** Math.floor(Math.log10(step));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= step);
}

function ticks({ range: [low, high], logarithmic, step }) {
  const count = logarithmic ? Math.round(Math.log10(high / low)) : Math.round(high / step);
  return Array.from({ length: count + 1 }, (_, i) => (logarithmic ? low * 10 ** i : i * step));
}

function picture({ title, x, y }, frame, marks) {
  const [left, bottom] = [margin.left, height - margin.bottom];
  const horizontal = ticks(frame.horizontal).flatMap((value) => [
    line(frame.x(value), bottom, frame.x(value), margin.top, 'grid'),
    text(frame.x(value), bottom + 16, shortNumber(value), 'middle'),
  ]);
  const vertical = ticks(frame.vertical).flatMap((value) => [
    line(left, frame.y(value), width - margin.right, frame.y(value), 'grid'),
    text(left - 6, frame.y(value) + 4, shortNumber(value), 'end'),
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11">`,
    '<style>text{fill:#333}.grid{stroke:#ddd}.guide{stroke:#888}.limit{stroke:#c8553d;stroke-dasharray:4 3}</style>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...horizontal,
    ...vertical,
    `<g>${marks.join('\n')}</g>`,
    `<text x="${width / 2}" y="20" text-anchor="middle" font-size="14">${escaped(title)}</text>`,
    text((left + width - margin.right) / 2, height - 14, x, 'middle'),
    `<text transform="translate(16 ${(margin.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${escaped(y)}</text>`,
    '</svg>',
    '',
  ].join('\n');
}

function legend(names) {
  return names.flatMap((name, i) => {
    const y = margin.top + 14 + 16 * i;
    const swatch = `<circle cx="${margin.left + 14}" cy="${y - 4}" r="4" fill="${colours[i % colours.length]}"/>`;
    return [swatch, text(margin.left + 24, y, name, 'start')];
  });
}

function line(x1, y1, x2, y2, kind) {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" class="${kind}"/>`;
}

function text(x, y, content, anchor) {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${escaped(content)}</text>`;
}

function shortNumber(value) {
  if (value !== 0 && (value < 0.001 || value >= 1e6)) return value.toExponential(0).replace('e+', 'e');
  return String(Number(value.toPrecision(6)));
}

function round(value) {
  return Math.round(value * 10) / 10;
}

function escaped(content) {
  return String(content).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
