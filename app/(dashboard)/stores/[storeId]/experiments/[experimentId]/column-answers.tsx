import { X } from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { answersOf } from '@/lib/experiments/read-experiments'
import { Answers } from '../../tests/answers'
import type { ColumnWords } from './column-words'

export interface ColumnAnswersProps {
  asked: { storeId: string; experimentId: string; testId: string; runId: string }
  /** of the test */
  name: string
  words: readonly ColumnWords[]
  /** the address without them */
  closed: string
}

/** The answers to one test, a column beside the other. */
export async function ColumnAnswers({ asked, name, words, closed }: ColumnAnswersProps) {
  const t = await texts()
  const answers = await answersOf(database(), asked)
  return (
    <section id="answers" aria-labelledby="answers-title" className="px-6 py-4">
      <h2 id="answers-title" className="flex items-center gap-2 font-semibold">
        <VisibleLabel text={t('Experiments.answersTo', { name })} />
        <Link
          href={closed}
          aria-label={t('Experiments.closeAnswers')}
          className={buttonVariants({ variant: 'quiet', size: 'icon' })}
        >
          <X size={14} aria-hidden />
        </Link>
      </h2>
      <div className="grid grid-flow-col gap-6 overflow-x-auto [grid-auto-columns:minmax(16rem,1fr)]">
        {words.map(({ memory, settings, instructions }, column) => {
          const title = `${t('Experiments.column', { number: column + 1 })} · ${memory}`
          const set = instructions === null ? [] : [t('Experiments.colInstructions')]
          const own = answers.filter((answer) => answer.column === column)
          return (
            <section key={column} aria-label={title} className="min-w-0">
              <h3 className="py-2 text-xs text-ink-3">
                <VisibleLabel text={[title, ...settings, ...set].join(' · ')} />
              </h3>
              {own.length === 0 ? (
                <p className="border-t border-line py-3 text-xs text-ink-3">
                  {t('Experiments.noAnswer')}
                </p>
              ) : (
                <Answers samples={own} />
              )}
            </section>
          )
        })}
      </div>
    </section>
  )
}
