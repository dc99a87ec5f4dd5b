'use client'

import { Fragment, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisiblePath } from '@/components/content/visible-path'
import { classNames } from '@/components/ui/class-names'
import { type DraftRule, LAPSE_MS, type RuleMatch } from '@/lib/review/model/policy'
import { shownSize } from '@/lib/text/shown-size'

/** The part of a rule's form that a word of its sentence leads to. */
export type RuleField =
  | 'operations'
  | 'paths'
  | 'agents'
  | 'lines'
  | 'finding'
  | 'earned'
  | 'end'
  | 'why'

export interface RuleSentenceProps {
  rule: DraftRule
  /** names of agents, by the names that rules know them by */
  names: Readonly<Record<string, string>>
  /** opens the form there; left out: the sentence is only read */
  onOpen?: ((field: RuleField) => void) | undefined
}

/** A rule as a sentence, without its action; its words lead into its form. */
export function RuleSentence({ rule, names, onOpen }: RuleSentenceProps) {
  const t = useTranslations('Policy')
  const format = useFormatter()
  const { match, action, until, sample, lapseAfter, onLapse, why } = rule
  const word = (field: RuleField, children: ReactNode, isCode = false) => (
    <Word field={field} isCode={isCode} onOpen={onOpen}>
      {children}
    </Word>
  )
  const date =
    until === null ? '' : format.dateTime(until, { dateStyle: 'medium', timeZone: 'UTC' })
  return (
    <>
      {t.rich('sentence', {
        what: (end) => <What match={match} word={word} end={end} />,
        where: (end) => <Where paths={match.paths} word={word} end={end} />,
        who: (end) => <Who match={match} names={names} word={word} end={end} />,
      })}
      {action === 'hold' ? (
        <>
          {' '}
          {t.rich('lapses', {
            hours: (end) => (
              <Ended end={end}>
                {word('end', t('hours', { count: (lapseAfter ?? LAPSE_MS) / HOUR_MS }))}
              </Ended>
            ),
            onLapse,
          })}
        </>
      ) : null}
      {until === null ? null : (
        <> {t.rich('ends', { until: (end) => <Ended end={end}>{word('end', date)}</Ended> })}</>
      )}
      {why === null ? null : (
        <>
          {' '}
          {t.rich('agentsAreTold', {
            why: (end) => (
              <Ended end={end}>{word('why', <VisibleLabel text={withoutStop(why)} />)}</Ended>
            ),
          })}
        </>
      )}
      {sample === null || sample === 0 ? null : (
        <>
          {' '}
          {t.rich('samples', {
            share: (end) => (
              <Ended end={end}>{word('end', format.number(sample, { style: 'percent' }))}</Ended>
            ),
          })}
        </>
      )}
    </>
  )
}

/** The sentence that quotes it ends with one. */
const withoutStop = (text: string) => text.replace(/(?<!\.)[.。]$/u, '')

const HOUR_MS = 3_600_000

type MakeWord = (field: RuleField, children: ReactNode, isCode?: boolean) => ReactNode

/** A word and the punctuation after it, which begins no line. */
function Ended({ end, children }: { end: ReactNode; children: ReactNode }) {
  return (
    <span className="whitespace-nowrap">
      {children}
      {end}
    </span>
  )
}

/** Words in a row, the last of them with the punctuation after it. */
function Words({
  words,
  between,
  end,
}: {
  words: readonly ReactNode[]
  between: string
  end: ReactNode
}) {
  return words.map((each, index) => (
    <Fragment key={index}>
      {index === 0 ? '' : ' '}
      <Ended end={index === words.length - 1 ? end : between}>{each}</Ended>
    </Fragment>
  ))
}

interface PartProps {
  word: MakeWord
  /** the punctuation after it */
  end: ReactNode
}

function What({ match, word, end }: PartProps & { match: RuleMatch }) {
  const t = useTranslations('Policy')
  const format = useFormatter()
  const { operations, minLostLines, minBytes, finding } = match
  const written = operations.map((operation) => t(`writes_${operation}`))
  const conditions: ReactNode[] = []
  if (minLostLines !== null) conditions.push(word('lines', t('lostLines', { count: minLostLines })))
  if (minBytes !== null)
    conditions.push(word('lines', t('ofSize', { size: shownSize(format, minBytes) })))
  if (finding !== null) {
    const what = finding.category === null ? t('anyFinding') : t(`category_${finding.category}`)
    const words =
      finding.severity === null
        ? t('withFinding', { what })
        : t('withSevereFinding', {
            what,
            severity: t(`severity_${finding.severity}`),
            isWorst: String(finding.severity === 'critical'),
          })
    conditions.push(word('finding', words))
  }
  const operation = word(
    'operations',
    written.length === 0 ? t('anyWrite') : format.list(written, { type: 'disjunction' }),
  )
  return <Words words={[operation, ...conditions]} between="" end={end} />
}

function Where({ paths, word, end }: PartProps & { paths: readonly string[] }) {
  const t = useTranslations('Policy')
  if (paths.length === 0) return <Ended end={end}>{word('paths', t('anywhere'))}</Ended>
  const words = paths.map((path) => word('paths', <VisiblePath path={path} />, true))
  return (
    <>
      {t.rich('inPaths', { paths: (own) => <Words words={words} between="" end={own} /> })}
      {end}
    </>
  )
}

function Who({
  match: { agents, earned },
  names,
  word,
  end,
}: PartProps & { match: RuleMatch; names: Readonly<Record<string, string>> }) {
  const t = useTranslations('Policy')
  const named =
    agents.length === 0
      ? [word('agents', t('anyAgent'))]
      : agents.map((agent) => word('agents', <VisibleLabel text={names[agent] ?? agent} />))
  if (earned === null) return <Words words={named} between="," end={end} />
  return (
    <>
      <Words words={named} between="," end="" />{' '}
      <Ended end={end}>{word('earned', t('withEarned', earned))}</Ended>
    </>
  )
}

function Word({
  field,
  isCode,
  onOpen,
  children,
}: {
  field: RuleField
  isCode: boolean
  onOpen: ((field: RuleField) => void) | undefined
  children: ReactNode
}) {
  const look = classNames('policy-word', isCode && 'font-mono text-[12.5px]')
  if (!onOpen) return <span className={look}>{children}</span>
  return (
    <button
      type="button"
      className={classNames(look, 'policy-word-open')}
      onClick={() => onOpen(field)}
    >
      {children}
    </button>
  )
}
