import type { SeedReason } from '@/lib/store/model/seed-reason'
import { seedReasonInEnglish } from '@/lib/store/model/seed-reason-in-english'
import type { SeedReport } from '@/lib/transfer/seed-report'
import type { SeedReportAnswer } from '@/lib/wire/seed-report'
import { timeOrNull } from './values'

export function wireSeedReport(
  type: SeedReportAnswer['type'],
  report: SeedReport,
): SeedReportAnswer {
  const { history } = report
  return {
    type,
    source: report.source,
    history: history && {
      moments: history.moments,
      ...wireReason(history.reason),
      from: timeOrNull(history.from),
      to: timeOrNull(history.to),
      authors: history.authors,
    },
    counts: report.counts,
    versions: report.versions,
    memory_tests: report.tests,
    entries: report.entries.map(({ reason, ...entry }) => ({ ...entry, ...wireReason(reason) })),
    ...(type === 'import_plan'
      ? { conflicts: report.conflicts, repositories: report.repositories }
      : {}),
    stopped: report.isStopped,
    hash: report.hash,
  }
}

/** `reason` is for people, in English; `why` for programs: the same as a code with its facts. */
const wireReason = (why: SeedReason | null) => ({ reason: why && seedReasonInEnglish(why), why })
