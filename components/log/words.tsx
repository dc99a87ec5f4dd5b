import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useRuleWords } from '@/components/flags/words'
import type { ScanRule } from '@/lib/scan/rules'
import type { LogEntry } from '@/lib/store/log-entries'
import { plainName } from '@/lib/text/visible-text'

/** What an entry of the log says, in a sentence. */
export function useLogWords(): (entry: LogEntry, who: ReactNode) => ReactNode {
  const t = useTranslations('Log.said')
  const ruleWords = useRuleWords()
  return (entry, who) => {
    const { kind, count, text, held, batch, settled, memoryCount, at } = entry
    const about = plainName(held?.path ?? text ?? '')
    const isNamed = String(about !== '')
    const said = { who: () => <span key="who">{who}</span>, count, about, isNamed, settled }
    switch (kind) {
      case 'version':
      case 'memory.reviewed': {
        if (batch?.kind !== 'review') {
          return t.rich('changed', { ...said, kind: batch?.kind ?? 'none', count: memoryCount })
        }
        const isReopened = memoryCount === 0 && at > batch.createdAt
        return t.rich(isReopened ? 'reopened' : 'reviewed', { ...said, back: memoryCount })
      }
      case 'held_write.settled':
        return t.rich('held', { ...said, state: held?.state ?? 'withdrawn' })
      case 'memory_store.updated':
        return t.rich('updated', said)
      case 'memory_store.archived':
        return t.rich('archived', said)
      case 'dismissed':
        return t.rich(kind, { ...said, about: ruleWords(text as ScanRule) })
      case 'held_write.created':
      case 'memory_version.attributed':
      case 'memory_version.redacted':
      case 'memory_versions.rewritten':
        return null
      default:
        return t.rich(kind, said)
    }
  }
}

/** Memories that are told of an entry before it is unfolded. */
export const FOLDED = 3
