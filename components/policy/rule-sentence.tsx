'use client'

import { Fragment, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisiblePath } from '@/components/content/visible-path'
import { classNames } from '@/components/ui/class-names'
import type { DraftRule, RuleMatch } from '@/lib/review/model/policy'
import { shownSize } from '@/lib/text/shown-size'

/** The part of a rule's form that a word of its sentence leads to. */
export type RuleField = 'operations' | 'paths' | 'agents' | 'lines' | 'finding' | 'earned' | 'end'

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
  const { match, action, until, sample, lapseAfter, onLapse } = rule
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
        what: () => <What match={match} word={word} />,
        where: () => <Where paths={match.paths} word={word} />,
        who: () => <Who match={match} names={names} word={word} />,
      })}
      {action === 'hold' ? (
        <>
          {' '}
          {t.rich('lapses', {
            hours: () => word('end', t('hours', { count: (lapseAfter ?? 0) / HOUR_MS })),
            onLapse,
          })}
        </>
      ) : null}
      {until === null ? null : <> {t.rich('ends', { until: () => word('end', date) })}</>}
      {sample === null || sample === 0 ? null : (
        <>
          {' '}
          {t.rich('samples', {
            share: () => word('end', format.number(sample, { style: 'percent' })),
          })}
        </>
      )}
    </>
  )
}

const HOUR_MS = 3_600_000

type MakeWord = (field: RuleField, children: ReactNode, isCode?: boolean) => ReactNode

function What({ match, word }: { match: RuleMatch; word: MakeWord }) {
  const t = useTranslations('Policy')
  const format = useFormatter()
  const { operations, minLostLines, minBytes, finding } = match
  const written = operations.map((operation) => t(`writes_${operation}`))
  const conditions: ReactNode[] = []
  if (minLostLines !== null) conditions.push(word('lines', t('lostLines', { count: minLostLines })))
  if (minBytes !== null) conditions.push(word('lines', t('ofSize', { size: shownSize(minBytes) })))
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
  return (
    <>
      {word(
        'operations',
        written.length === 0 ? t('anyWrite') : format.list(written, { type: 'disjunction' }),
      )}
      {conditions.map((condition, index) => (
        <Fragment key={index}> {condition}</Fragment>
      ))}
    </>
  )
}

function Where({ paths, word }: { paths: readonly string[]; word: MakeWord }) {
  const t = useTranslations('Policy')
  if (paths.length === 0) return word('paths', t('anywhere'))
  return (
    <>
      {t.rich('inPaths', {
        paths: () =>
          paths.map((path, index) => (
            <Fragment key={path}>
              {index === 0 ? '' : ' '}
              {word('paths', <VisiblePath path={path} />, true)}
            </Fragment>
          )),
      })}
    </>
  )
}

function Who({
  match: { agents, earned },
  names,
  word,
}: {
  match: RuleMatch
  names: Readonly<Record<string, string>>
  word: MakeWord
}) {
  const t = useTranslations('Policy')
  return (
    <>
      {agents.length === 0
        ? word('agents', t('anyAgent'))
        : agents.map((agent, index) => (
            <Fragment key={agent}>
              {index === 0 ? '' : ', '}
              {word('agents', <VisibleLabel text={names[agent] ?? agent} />)}
            </Fragment>
          ))}
      {earned === null ? null : <> {word('earned', t('withEarned', earned))}</>}
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
