/** The `state` section names a place where a state can be. */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { FileDefinitions } from '../model/inventory.js';
import { checkLocal } from '../model/local-path.js';
import { stateDeclarationOf } from '../state/declaration.js';
import { isHttpUrl } from '../text/http-url.js';

/** Of the entry file: no other has the section. */
export function checkState(file: FileDefinitions | undefined): Diagnostic[] {
  const { state } = file ?? {};
  if (file === undefined || state === undefined) return [];
  if (state.type !== 's3') {
    if (state.file === undefined) return [];
    const urls = checkLocal(state.file);
    const declared = stateDeclarationOf(file, state);
    if (urls.length > 0 || declared === undefined || declared.type === 's3') return urls;
    if (![file.path, state.source.link?.target].includes(declared.path)) return urls;
    return [
      diagnostic(
        'check/state',
        state.file.span,
        'the state would be kept in the inventory itself',
        { help: 'name another file' },
      ),
    ];
  }
  const { bucket, key, endpoint } = state;
  const found: Diagnostic[] = [];
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket.value) || bucket.value.includes('..')) {
    found.push(
      diagnostic('check/state', bucket.span, `\`${bucket.value}\` is no name of a bucket`, {
        help: 'write the bare name: small letters, digits, `-` and `.`',
      }),
    );
  }
  const parts = key.value.split('/');
  const usable = parts.filter((part) => part !== '' && part !== '.' && part !== '..');
  if (usable.length < parts.length) {
    found.push(
      diagnostic(
        'check/state',
        key.span,
        `\`${key.value}\` is no key of a state: a part between its slashes is empty, \`.\` or \`..\``,
        {
          help:
            usable.length === 0
              ? 'write it like `network/state.json`'
              : `write \`${usable.join('/')}\``,
        },
      ),
    );
  }
  if (endpoint !== undefined && !isHttpUrl(endpoint.value)) {
    found.push(
      diagnostic('check/state', endpoint.span, `\`${endpoint.value}\` is no URL of a service`, {
        help: 'write it as `https://HOST` or `http://HOST:PORT`',
      }),
    );
  }
  return found;
}
