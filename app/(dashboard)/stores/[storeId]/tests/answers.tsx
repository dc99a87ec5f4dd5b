import { Check, X } from 'lucide-react'
import { VisibleText } from '@/components/content/visible-line'
import { formats, texts } from '@/components/i18n/server-texts'
import type { TestSample } from '@/lib/memory-tests/model/memory-test'
import { secretsMaskedIn } from '@/lib/scan/masked-secrets'
import { WrittenChanges } from './written-changes'

/** Longer answers are shown by their beginning. */
const MAX_SHOWN = 1_200

type GivenAnswer = Pick<TestSample, 'held' | 'texts' | 'calls' | 'changes' | 'durationMs'>

/** Answers of a test, each with its calls, what it wrote, whether it was as wanted, and its seconds. */
export async function Answers({ samples }: { samples: readonly GivenAnswer[] }) {
  const t = await texts()
  const format = await formats()
  return samples.map(async (sample, index) => {
    const { held, durationMs } = sample
    // What is secret in it goes to no browser that did not ask for it.
    const said = await secretsMaskedIn(sample.texts.join('\n\n'))
    return (
      <article key={index} className="border-t border-line py-2.5">
        <header className="flex items-center gap-2 pb-1.5 text-xs text-ink-3">
          <span className="tabular-nums">{index + 1}</span>
          <span className="truncate">{callsOf(sample)}</span>
          <span
            className={`ml-auto inline-flex items-center gap-1 font-medium whitespace-nowrap ${
              held ? 'text-added' : 'text-removed'
            }`}
          >
            {held ? <Check size={13} aria-hidden /> : <X size={13} aria-hidden />}
            {t(held ? 'MemoryTests.asWanted' : 'MemoryTests.notAsWanted')}
          </span>
          <span className="tabular-nums">
            {t('MemoryTests.seconds', { seconds: format.number(Math.ceil(durationMs / 1000)) })}
          </span>
        </header>
        <p className="wrap-anywhere whitespace-pre-wrap">
          <VisibleText text={said.slice(0, MAX_SHOWN)} />
          {said.length > MAX_SHOWN ? '…' : null}
        </p>
        <WrittenChanges changes={sample.changes} />
      </article>
    )
  })
}

/** The names of the calls that the agent made, each once. */
function callsOf({ calls }: GivenAnswer): string {
  return [...new Set(calls.map(({ name }) => name))].join(', ')
}
