import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Source } from '../text/source.js';
import type { Refusal } from './events.js';
import type { FlowLayout } from './flow-layout.js';
import type { YamlRefusal } from './yaml-events.js';

export function explainRefusal(source: Source, _text: string, first: Refusal, _layout: FlowLayout, _second?: YamlRefusal): Diagnostic {
  return diagnostic('syntax/invalid', { source, start: first.offset, end: first.offset + 1 }, first.reason);
}
