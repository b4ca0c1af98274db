/** Comments that silence nothing, and those that name what is no code. */
import { codes, type Code } from '../diagnostics/codes.js';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { mayBeSilenced, type IgnoreComment } from '../syntax/ignore-comments.js';
import type { Span } from '../text/source.js';
import { plain, type Finding } from './finding.js';
import { suggestedCode } from './settings.js';

/** `used` are the places of the names that silenced something. */
export function judgeComments(
  comments: readonly IgnoreComment[],
  used: ReadonlySet<Span>,
  mayBeUsedElsewhere: (span: Span) => boolean,
): Finding[] {
  return comments.flatMap((comment) => {
    if (comment.named.length === 0)
      return [
        plain(
          diagnostic('lint/unknown-code', comment.span, 'this comment names no code to ignore', {
            help: 'write the code: `# inventory-script: ignore lint/unused-tag`',
          }),
        ),
      ];
    const idle = comment.named.filter(
      (each) => mayBeSilenced(each.name) && !used.has(each) && !mayBeUsedElsewhere(each),
    );
    const whole = idle.length === comment.named.length;
    return [
      ...comment.named
        .filter((each) => !mayBeSilenced(each.name))
        .map((each) => plain(unknown(each))),
      ...idle.map((each) => ({
        diagnostic: unused(each),
        fix: {
          title: whole ? 'Remove the comment' : `Remove \`${each.name}\` from the comment`,
          removals: [
            { kind: 'text' as const, span: whole ? comment.span : withSeparator(comment, each) },
          ],
        },
      })),
    ];
  });
}

/** A name with what stands between it and the one before, or the next one. */
function withSeparator({ named }: IgnoreComment, each: Span): Span {
  const at = named.findIndex(({ start }) => start === each.start);
  const before = named[at - 1];
  return before === undefined
    ? { ...bare(each), end: named[at + 1]?.start ?? each.end }
    : { ...bare(each), start: before.end };
}

function bare({ source, start, end }: Span): Span {
  return { source, start, end };
}

function unused(each: Span & { readonly name: string }): Diagnostic {
  return diagnostic('lint/unused-ignore', each, `nothing here is \`${each.name}\``, {
    help: 'remove it from the comment',
  });
}

function unknown(each: Span & { readonly name: string }): Diagnostic {
  const { name } = each;
  if (Object.hasOwn(codes, name)) {
    const message =
      codes[name as Code].severity === 'error'
        ? `\`${name}\` is an error, and no comment silences errors`
        : `neither \`validate\` nor \`lint\` says \`${name}\``;
    return diagnostic('lint/unknown-code', each, message, { help: 'remove it from the comment' });
  }
  return diagnostic('lint/unknown-code', each, `there is no code \`${name}\``, {
    help: suggestedCode(name, mayBeSilenced),
  });
}
