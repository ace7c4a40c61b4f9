// The script of the page. Everything is in the page already; the script only chooses which result and which step is
// current, and marks what belongs to it: elements say by `data-at` (positions) or `data-from`/`data-until` (an interval)
// when they are. It is a constant, so that the page's content security policy can name it by its hash.

export const viewerScript = `'use strict';
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const items = all('.results button');
const articles = new Map(all('main article').map((article) => [article.id, article]));
const positions = new Map();
let shown = null;

class Player {
  constructor(article) {
    this.root = article.querySelector('.player');
    this.id = article.id;
    if (!this.root) return;
    this.marks = all('[data-at]', this.root).map((element) => ({ element, at: element.dataset.at.split(' ').map(Number) }));
    this.values = all('[data-from]', this.root).map((element) => (
      { element, from: Number(element.dataset.from), until: Number(element.dataset.until) }));
    this.slider = this.root.querySelector('.slider');
    this.last = Number(this.slider.max);
    this.numbers = all('.step', this.root).map((step) => step.querySelector('.number').textContent);
    this.root.addEventListener('click', (event) => {
      const control = event.target.closest('[data-do]');
      const step = event.target.closest('[data-go]');
      if (control) this.act(control.dataset.do);
      else if (step) this.go(Number(step.dataset.go));
    });
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
  }

  act(action) {
    if (action === 'play') return this.play();
    this.stop();
    const here = this.position ?? 0;
    this.go({ first: 0, previous: here - 1, next: here + 1, last: this.last }[action]);
  }

  play() {
    if (this.timer) return this.stop();
    if (this.position === this.last) this.go(0);
    this.timer = setInterval(() => (this.position === this.last ? this.stop() : this.go(this.position + 1)), 900);
    this.showPlaying(true);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.showPlaying(false);
  }

  showPlaying(playing) {
    const button = this.root.querySelector('[data-do=play]');
    button.textContent = playing ? '❚❚' : '▶';
    button.setAttribute('aria-pressed', String(playing));
  }

  go(wanted) {
    if (!this.root) return;
    const position = Math.min(Math.max(wanted || 0, 0), this.last);
    this.position = position;
    for (const { element, at } of this.marks) {
      element.classList.toggle('current', at.includes(position));
      element.classList.toggle('future', at[0] > position);
    }
    for (const { element, from, until } of this.values) {
      element.hidden = position < from || position >= until;
      element.classList.toggle('current', from === position && 'changed' in element.dataset);
    }
    this.announce();
    for (const part of all('.step.current, .line.current', this.root)) reveal(part);
    remember(this.id, this.numbers[position]);
  }

  /** The position of the step with this number, or of the first after it. */
  at(number) {
    const found = this.numbers.findIndex((each) => Number(each) >= number);
    return found < 0 ? this.last : found;
  }

  announce() {
    const { position, last, root } = this;
    const step = root.querySelector('.step.current');
    for (const other of all('.step[aria-current]', root)) other.removeAttribute('aria-current');
    step.setAttribute('aria-current', 'step');
    root.querySelector('.now').textContent = step.dataset.say;
    const number = this.numbers[position];
    root.querySelector('.position').textContent = 'step ' + number + ' of ' + this.numbers[last];
    this.slider.value = String(position);
    this.slider.setAttribute('aria-valuetext', 'step ' + number + ': ' + step.dataset.say);
    for (const name of ['first', 'previous']) root.querySelector('[data-do=' + name + ']').disabled = position === 0;
    for (const name of ['next', 'last']) root.querySelector('[data-do=' + name + ']').disabled = position === last;
  }
}

function reveal(part) {
  const box = part.closest('.scroll, .code');
  const outer = box.getBoundingClientRect();
  const inner = part.getBoundingClientRect();
  const margin = Math.min(70, outer.height / 4);
  if (inner.top < outer.top + margin) box.scrollTop -= outer.top + margin - inner.top;
  else if (inner.bottom > outer.bottom - margin) box.scrollTop += inner.bottom - outer.bottom + margin;
  const glyph = part.querySelector('.glyph, span.current')?.getBoundingClientRect();
  if (!glyph) return;
  if (glyph.left < outer.left + margin) box.scrollLeft -= outer.left + margin - glyph.left;
  else if (glyph.right > outer.right - margin) box.scrollLeft += glyph.right - outer.right + margin;
}

function remember(id, number) {
  history.replaceState(null, '', '#' + id + (number === undefined ? '' : '/' + number));
}

function show(id, number) {
  const article = articles.get(id);
  if (!article) return;
  if (shown && shown.root) shown.stop();
  for (const other of articles.values()) other.hidden = other !== article;
  for (const item of items) item.setAttribute('aria-current', String(item.dataset.show === id));
  if (!positions.has(id)) positions.set(id, new Player(article));
  shown = positions.get(id);
  document.querySelector('main').scrollTop = 0;
  if (shown.root) shown.go(number === undefined ? (shown.position ?? 0) : shown.at(number));
  else remember(id);
}

function filter() {
  const wanted = new Set(all('.filters [aria-pressed=true]').map((chip) => chip.dataset.kind));
  const text = document.querySelector('.search').value.trim().toLowerCase();
  let left = 0;
  for (const item of items) {
    const kind = item.dataset.kind;
    const fits = (!kind || wanted.has(kind)) && item.textContent.toLowerCase().includes(text);
    item.parentElement.hidden = !fits;
    if (fits) left++;
  }
  document.querySelector('.none').hidden = left > 0;
}

function neighbour(offset) {
  const visible = items.filter((item) => !item.parentElement.hidden);
  const next = visible[visible.findIndex((item) => item.getAttribute('aria-current') === 'true') + offset];
  if (next) show(next.dataset.show);
}

const keys = { ArrowRight: 'next', ArrowDown: 'next', j: 'next', ArrowLeft: 'previous', ArrowUp: 'previous', k: 'previous', Home: 'first', End: 'last', ' ': 'play' };
const help = document.querySelector('.keys');
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('.search')) return;
  if (event.key === ' ' && event.target.closest('button, a, summary')) return;
  if (event.key === '?') help.open ? help.close() : help.showModal();
  else if (event.key === 'n') neighbour(1);
  else if (event.key === 'p') neighbour(-1);
  else if (keys[event.key] && shown && shown.root) shown.act(keys[event.key]);
  else return;
  event.preventDefault();
});
for (const item of items) item.addEventListener('click', () => {
  show(item.dataset.show);
  document.querySelector('main').scrollIntoView();
});
document.querySelector('.show-keys').addEventListener('click', () => help.showModal());
help.addEventListener('click', () => help.close());
for (const chip of all('.filters button')) chip.addEventListener('click', () => {
  chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true'));
  filter();
});
document.querySelector('.search').addEventListener('input', filter);
function follow() {
  const [id, step] = location.hash.slice(1).split('/');
  show(articles.has(id) ? id : items[0]?.dataset.show, step === undefined ? undefined : Number(step));
}
addEventListener('hashchange', follow);
follow();
`;

/** SHA-256 of the script in base 64; a test compares it. */
export const viewerScriptHash = 'xJuVqVNT12Ji2TVcaLOE35iyhkrWuPZR3SGlQ+6qhpE=';
