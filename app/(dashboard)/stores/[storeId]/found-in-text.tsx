import { cache } from 'react'
import type { ThreadsAtLine } from '@/components/comments/memory-threads'
import { NumberedText } from '@/components/content/numbered-text'
import { findingsAddress } from '@/components/findings/findings-address'
import { ruleWords } from '@/components/findings/rule-words'
import { texts } from '@/components/i18n/server-texts'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { listFindings } from '@/lib/review/findings/read-findings'
import { SCAN_RULES } from '@/lib/scan/rules'
import type { MemoryVersion } from '@/lib/store/model/memory-version'

/** Limit on the marks in one memory: more say nothing more. */
const MAX = 100

/** Lists the open findings of a memory; read once a request. */
const openFindings = cache(async (storeId: string, memoryId: string) => {
  const input = { storeId, memoryId, group: 'open', limit: MAX } as const
  return (await listFindings(database(), input)).findings
})

/** Says what was found in a memory, and leads to it; loud unless it is only for tidying. */
export async function FoundNotice({ version }: { version: MemoryVersion }) {
  const { storeId, memoryId, path } = version
  const findings = await openFindings(storeId, memoryId)
  if (findings.length === 0) return null
  const t = await texts()
  const rules = [...new Set(findings.map(({ rule }) => ruleWords(t, rule)))]
  const isTidying = findings.every(({ rule }) => SCAN_RULES[rule].category === 'hygiene')
  return (
    <p
      role="note"
      className={classNames(
        'border-b border-line px-4 py-1 text-xs',
        isTidying ? 'bg-well text-ink-2' : 'bg-caution-bg text-caution',
      )}
    >
      {t('Memory.found', { count: findings.length, rules: rules.join(', ') })}{' '}
      <Link
        href={findingsAddress(storeId, { group: 'open', path: path ?? undefined })}
        className="underline"
      >
        {t('Memory.showFindings')}
      </Link>
    </p>
  )
}

export interface TextWithFindingsProps {
  version: MemoryVersion
  content: string
  /** the comments on its lines, in their order */
  threads: readonly ThreadsAtLine[]
}

/** A memory's text with the lines marked in which something was found. */
export async function TextWithFindings({ version, content, threads }: TextWithFindingsProps) {
  const t = await texts()
  const findings = await openFindings(version.storeId, version.memoryId)
  const marks = new Map<number, string>()
  for (const { versionId, rule, range } of findings) {
    // What was found is followed a moment after a write: until then its lines are not known.
    if (versionId !== version.id) continue
    const words = t('Findings.mark', { rule: ruleWords(t, rule) })
    const known = marks.get(range.fromLine)
    marks.set(range.fromLine, known === undefined ? words : `${known}, ${words}`)
  }
  return <NumberedText content={content} path={version.path} threads={threads} marks={marks} />
}
