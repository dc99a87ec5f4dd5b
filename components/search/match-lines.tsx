import { Link } from '@/components/ui/link'
import { VisibleLine } from '@/components/content/visible-line'
import { highlighted } from '@/lib/text/highlight'
import type { Match } from '@/lib/text/matches'

/** The lines in which a text was found; each leads to its place. `address`: of the content. */
export function MatchLines({ matches, address }: { matches: readonly Match[]; address: string }) {
  return (
    <ol className="mt-1 font-mono text-[13px] leading-5">
      {matches.map((match) => (
        <li key={`${match.line}:${match.column}`} className="flex">
          <Link
            href={`${address}#L${match.line}`}
            className="w-14 shrink-0 pr-3 text-right text-faint tabular-nums hover:text-accent hover:underline"
          >
            {match.line}
          </Link>
          <span className="min-w-0 break-words whitespace-pre-wrap">
            {match.snippetStart > 0 ? '…' : ''}
            {highlighted(match).map((part, index) =>
              part.isMatch ? (
                <mark key={index} className="rounded-xs bg-selected px-0.5 text-ink">
                  <VisibleLine line={part.text} />
                </mark>
              ) : (
                <VisibleLine key={index} line={part.text} />
              ),
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
