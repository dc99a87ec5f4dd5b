import { CircleHelp, Pencil, ShieldCheck } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { PathThatFits, VisibleLine } from '@/components/lines/visible-text'
import { ButtonLink } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { Link } from '@/components/ui/link'
import { ListPage, type Row } from '@/components/ui/list-page'
import { NoticeBar } from '@/components/ui/notice'
import type { RuleInMemory, RuleInStore } from '@/lib/review/store-flags'
import { DismissedFlag, FlagSign, isRedacted } from './card'
import { Dismiss, RedactFlag, RedactRule } from './acts'
import { byGravity, shownFlags, usePlaceWords, useRuleWords } from './words'

export interface FlagListProps {
  storeId: string
  isArchived: boolean
  open: readonly RuleInStore[]
  dismissed: readonly RuleInStore[]
  /** texts of which nothing is known */
  unknown: number
  /** whether it is narrowed to a rule */
  isNarrowed: boolean
}

/** What a person should look at in a store, by rule; what they found to be no problem is folded. */
export function FlagList({
  storeId,
  isArchived,
  open,
  dismissed,
  unknown,
  isNarrowed,
}: FlagListProps) {
  const t = useTranslations('Flags')
  const common = useTranslations('Common')
  const address = `/stores/${storeId}/changes`
  return (
    <section aria-label={t('title')}>
      <h2 className="flex items-baseline gap-2 border-b border-line px-4 pt-5 pb-2 font-semibold">
        {t('title')}
        <span className="font-normal text-ink-3 tabular-nums">{countOf(open)}</span>
        {isNarrowed ? (
          <Link href={address} className="ml-auto text-xs font-normal text-ink-2 hover:underline">
            {common('showAll')}
          </Link>
        ) : null}
      </h2>
      {unknown > 0 ? (
        <NoticeBar
          tone="caution"
          Icon={CircleHelp}
          acts={
            <ButtonLink href={address} variant="quiet" size="small">
              {t('lookAgain')}
            </ButtonLink>
          }
        >
          {t('unknown', { count: unknown })}
        </NoticeBar>
      ) : null}
      {open.length === 0 && unknown === 0 && !isNarrowed ? (
        <Empty Icon={ShieldCheck} title={t('none')}>
          {t('noneAbout')}
        </Empty>
      ) : null}
      {open.toSorted(byRule).map((each) => (
        <OfRule key={each.rule} {...each} storeId={storeId} isArchived={isArchived} />
      ))}
      {dismissed.length === 0 ? null : (
        <details className="border-b border-line">
          <summary className="cursor-pointer px-4 py-2.5 text-ink-2">
            {t('dismissedOnes')}{' '}
            <span className="text-ink-3 tabular-nums">{countOf(dismissed)}</span>
          </summary>
          <ul className="pb-2">
            {dismissed
              .flatMap(({ memories }) => memories)
              .map(({ memory, flags: [flag] }) => (
                <li key={`${memory.id} ${flag.rule}`} className="flex flex-wrap gap-x-3 px-4 py-1">
                  <Link
                    href={memoryAddress(storeId, memory.id, flag.line)}
                    className="min-w-0 font-mono hover:underline"
                  >
                    <PathThatFits path={memory.path} />
                  </Link>
                  {flag.dismissed ? (
                    <DismissedFlag
                      of={shownFlags(storeId, memory, flag.rule)}
                      dismissal={flag.dismissed}
                    />
                  ) : null}
                </li>
              ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** The gravest first; a rule has one severity. */
const byRule = (one: RuleInStore, other: RuleInStore) => byGravity(gravityOf(one), gravityOf(other))

const gravityOf = ({ memories: [first] }: RuleInStore) =>
  first?.flags[0] ?? { severity: 'low' as const }

const countOf = (rules: readonly RuleInStore[]) =>
  rules.reduce((sum, { memories, more }) => sum + memories.length + more, 0)

const memoryAddress = (storeId: string, memoryId: string, line: number, view = '') =>
  `/stores/${storeId}?memory=${memoryId}${view}${line > 0 ? `#L${line}` : ''}`

/** What a rule found: why it matters, and each memory with its remedy. */
function OfRule({
  rule,
  memories,
  more,
  storeId,
  isArchived,
}: RuleInStore & Pick<FlagListProps, 'storeId' | 'isArchived'>) {
  const t = useTranslations('Flags')
  const format = useFormatter()
  const name = useRuleWords()(rule)
  const place = usePlaceWords()
  const [flag] = memories[0]?.flags ?? []
  if (!flag) return null
  const rowOf = ({ memory, flags, preview }: RuleInMemory): Row => {
    const of = shownFlags(storeId, memory, rule)
    return {
      id: `${memory.id} ${rule}`,
      href: memoryAddress(storeId, memory.id, flags[0].line),
      title: (
        <span className="font-mono font-normal">
          <PathThatFits path={memory.path} />
        </span>
      ),
      about: (
        <>
          {place(flags)}
          {preview === null ? null : (
            <code className="ml-2 font-mono text-ink-2">
              <VisibleLine line={preview} />
            </code>
          )}
        </>
      ),
      acts: (
        <>
          {isRedacted(flag) ? (
            <RedactFlag storeId={storeId} versionId={memory.versionId} flag={flags[0]} />
          ) : isArchived ? null : (
            <ButtonLink
              href={memoryAddress(storeId, memory.id, flags[0].line, '&view=edit')}
              Icon={Pencil}
            >
              {t('edit')}
            </ButtonLink>
          )}
          <Dismiss flags={of} name={name} count={flags.length} />
        </>
      ),
    }
  }
  return (
    <>
      <h3 className="flex flex-wrap items-baseline gap-x-2 border-b border-line bg-well px-4 py-2">
        <span className="self-center">
          <FlagSign flag={flag} />
        </span>
        <span className="font-semibold">{name}</span>
        <span className="text-ink-3 tabular-nums">{format.number(memories.length + more)}</span>
        <span className="text-xs text-ink-2">{t(`short.${flag.category}`)}</span>
        {isRedacted(flag) && memories.length + more > 1 ? (
          <span className="ml-auto self-center">
            <RedactRule storeId={storeId} rule={rule} />
          </span>
        ) : null}
      </h3>
      <ListPage label={name} rows={memories.map(rowOf)} empty={null}>
        {more > 0 ? (
          <p className="border-b border-line px-4 py-2">
            <Link
              href={`/stores/${storeId}/changes?rule=${rule}`}
              className="text-accent hover:underline"
            >
              {t('more', { count: more })}
            </Link>
          </p>
        ) : null}
      </ListPage>
    </>
  )
}
