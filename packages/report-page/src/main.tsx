/** The start of the page: its data are read from the block beside it, and shown; printing shows whole lists. */
import { render } from 'preact';
import type { PageData } from './shape.js';
import { App } from './app.js';
import { openModel } from './model.js';

const root = document.getElementById('page');
const data = document.getElementById('data')?.textContent ?? '{}';
if (root !== null) {
  const model = openModel(JSON.parse(data) as PageData);
  const show = (isPrinting: boolean): void => {
    render(<App model={model} isPrinting={isPrinting} />, root);
  };
  show(false);
  const paper = window.matchMedia('print');
  window.addEventListener('beforeprint', () => {
    show(true);
  });
  window.addEventListener('afterprint', () => {
    show(false);
  });
  paper.addEventListener('change', () => {
    show(paper.matches);
  });
}
