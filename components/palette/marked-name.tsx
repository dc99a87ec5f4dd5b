import { VisibleRuns } from '@/components/content/visible-line'
import { foldForSearch } from '@/lib/text/fold'
import type { Part } from '@/lib/text/highlight'
import { visibleNameRuns } from '@/lib/text/visible-name'

/** A name with the words marked by which it was found, and hidden characters shown. */
export function MarkedName({ text, words }: { text: string; words: readonly string[] }) {
  const runs = visibleNameRuns(text)
  if (runs.some(({ label }) => label !== null)) {
    return (
      <bdi>
        <VisibleRuns runs={runs} />
      </bdi>
    )
  }
  return (
    <bdi>
      {partsOf(text, words).map(({ text: part, isMatch }, index) =>
        isMatch ? (
          <mark key={index} className="rounded-[2px] bg-match text-ink">
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </bdi>
  )
}

function partsOf(text: string, words: readonly string[]): Part[] {
  const folded = foldForSearch(text)
  const marked = new Array<boolean>(text.length).fill(false)
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      marked.fill(true, at, at + word.length)
    }
  }
  const parts: Part[] = []
  for (const [index, isMatch] of marked.entries()) {
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.text += text[index] ?? ''
    else parts.push({ text: text[index] ?? '', isMatch })
  }
  return parts
}
