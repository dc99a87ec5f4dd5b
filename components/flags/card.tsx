import { clsx } from 'clsx'
import { EyeOff, KeyRound, type LucideIcon, MessageSquareWarning, UserRound } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { VisibleLabel } from '@/components/lines/visible-text'
import { useActorName } from '@/components/ui/actor-mark'
import type { Dismissal, ShownFlags } from '@/lib/review/store-flags'
import type { Flag } from '@/lib/scan/flag'
import type { ScanCategory, ScanSeverity } from '@/lib/scan/rules'
import { Dismiss, FlagAgain, RedactFlag } from './acts'
import { groupedBy } from '@/lib/text/lists'
import { byGravity, INKS, usePlaceWords, useRuleWords } from './words'

const SIGNS: Record<ScanCategory, LucideIcon> = {
  secret: KeyRound,
  personal_data: UserRound,
  instructions: MessageSquareWarning,
  hidden: EyeOff,
}

const CARDS: Record<ScanSeverity, string> = {
  critical: 'bg-danger-bg shadow-[inset_0_0_0_1px_var(--danger-line)]',
  high: 'bg-danger-bg shadow-[inset_0_0_0_1px_var(--danger-line)]',
  medium: 'bg-caution-bg shadow-[inset_0_0_0_1px_var(--caution-line)]',
  low: 'bg-well shadow-[inset_0_0_0_1px_var(--line)]',
}

/** The sign of what a flag is about; words stand beside it. */
export function FlagSign({ flag, size = 15 }: { flag: Flag; size?: number }) {
  const Sign = SIGNS[flag.category]
  return <Sign size={size} aria-hidden className={clsx('shrink-0', INKS[flag.severity])} />
}

interface FlagCardProps {
  of: ShownFlags
  /** all that the rule found in the memory, at least one */
  flags: readonly [Flag, ...Flag[]]
  onDone?: () => void
}

/** What was found, why it matters, and what can be done about it. */
export function FlagCard({ of, flags, onDone }: FlagCardProps) {
  const t = useTranslations('Flags')
  const name = useRuleWords()(of.rule)
  const place = usePlaceWords()(flags)
  const [flag] = flags
  return (
    <section
      aria-label={t('flag', { name })}
      className={clsx(
        'flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-card px-3 py-2',
        CARDS[flag.severity],
      )}
    >
      <span className="self-start pt-[2.5px]">
        <FlagSign flag={flag} />
      </span>
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">{name}</p>
        <p className="text-ink-2">
          {place}. {t(`about.${flag.category}`)}
        </p>
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-1.5">
        {isRedacted(flag) ? <RedactFlag {...of} flag={flag} /> : null}
        <Dismiss flags={of} name={name} count={flags.length} {...(onDone && { onDone })} />
      </div>
    </section>
  )
}

/** What was found in a text, a line for each rule; `lines`: where those of the text are, if they are on the page. */
export function FoundFlags({ flags, lines }: { flags: readonly Flag[]; lines?: string }) {
  const name = useRuleWords()
  const place = usePlaceWords()
  const rules = [...groupedBy(flags.toSorted(byGravity), ({ rule }) => rule)]
  return rules.map(([rule, found]) => (
    <p key={rule} className="mb-2 flex flex-wrap items-center gap-x-2">
      <FlagSign flag={found[0]} />
      <a href={lines && `${lines}${found[0].line}`} className="font-semibold [&[href]]:underline">
        {name(rule)}
      </a>
      <span className="text-ink-2">{place(found)}</span>
    </p>
  ))
}

/** What leaves the history only by a redaction is redacted. */
export const isRedacted = ({ category }: Flag) =>
  category === 'secret' || category === 'personal_data'

/** What somebody found to be no problem, in a line. */
export function DismissedFlag({ of, dismissal }: { of: ShownFlags; dismissal: Dismissal }) {
  const t = useTranslations('Flags')
  const name = useRuleWords()(of.rule)
  const who = useActorName()({ ...dismissal.by, name: null })
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
      <span className="wrap-anywhere">
        {t('dismissed', { name, who })}
        {dismissal.reason === '' ? null : (
          <>
            {' '}
            <VisibleLabel text={`“${dismissal.reason}”`} />
          </>
        )}
      </span>
      <FlagAgain flags={of} />
    </p>
  )
}
