/** The one width of a pattern, which Python demands of a look-behind. */
import type { Pattern } from './syntax.js';

/** The number of characters that every match of the pattern has; undefined when matches differ. */
export function fixedWidth(pattern: Pattern): number | undefined {
  switch (pattern.type) {
    case 'character':
      return 1;
    case 'look':
    case 'edge':
      return 0;
    case 'reference':
      return undefined;
    case 'group':
    case 'atomic':
      return fixedWidth(pattern.body);
    case 'sequence':
      return pattern.parts
        .map(fixedWidth)
        .reduce(
          (sum, width) => (sum === undefined || width === undefined ? undefined : sum + width),
          0,
        );
    case 'choice':
      return same(pattern.options);
    case 'condition':
      return same([pattern.yes, pattern.no]);
    case 'repeat': {
      const width = fixedWidth(pattern.body);
      if (width === undefined || width === 0) return width;
      return pattern.min === pattern.max ? pattern.min * width : undefined;
    }
  }
}

function same(patterns: readonly Pattern[]): number | undefined {
  const [first, ...rest] = patterns.map(fixedWidth);
  return rest.every((width) => width === first) ? first : undefined;
}
