import type { Database } from '@/lib/db/database'
import { sampleName } from './model/sample-name'
import type { CauseRound } from './model/replay'
import { parsedQuestion } from './run/stored-question'
import { newestSamples, replayById } from './sql/replays'

/** An answer of a search for causes, and what was shown and hidden when it was given. */
export interface NewAnswer extends Pick<CauseRound, 'level' | 'purpose' | 'shown' | 'hidden'> {
  /** its name in the search */
  sample: string
  /** null: a person has yet to mark it */
  held: boolean | null
  text: string
}

/** The answers of a search that came last, the newest first; none if there is no such search. */
export async function newestAnswers(
  db: Database,
  { id, limit }: { id: string; limit: number },
): Promise<NewAnswer[]> {
  const row = await replayById(db.read, id)
  if (row?.kind !== 'cause') return []
  const samples = await newestSamples(db.read, { replayKey: row.key, limit })
  return samples.map((sample) => {
    const { purpose, shown, hidden } = parsedQuestion(sample.question)
    const { texts } = JSON.parse(sample.answer) as { texts: readonly string[] }
    return {
      ...{ sample: sampleName(sample), level: sample.level, purpose, shown, hidden },
      held: sample.held === null ? null : sample.held === 1,
      text: texts.join('\n\n'),
    }
  })
}
