import { Gauge, Library, type LucideIcon, Pencil, ScrollText, Timer, Wrench } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Field } from '@/components/ui/field'
import type { WireSettings } from '@/lib/sessions/settings'
import * as Fields from './fields'
import { FoldSign } from './folded'
import type { StoreAccess } from './stores-to-attach'

export interface AdvancedProps extends Fields.SettingsFieldsProps {
  /** settings at first */
  usual: WireSettings
  title: string
  onTitle: (title: string) => void
  attached: readonly StoreAccess[]
  /** of the attached stores, in their order */
  names: readonly string[]
  onAttached: (attached: readonly StoreAccess[]) => void
}

/** What most sessions leave as it is: each a sentence that says how it is, and opens to be another. */
export function Advanced(props: AdvancedProps) {
  const { usual, title, onTitle, attached, names, onAttached, ...fields } = props
  const t = useTranslations('NewSession')
  const words = useTranslations('SessionSettings')
  const { system, memory_prompt, only_topic, context, tool_set, ...effort } = fields.settings
  const told = system === '' && memory_prompt === null && only_topic === null ? 'none' : 'own'
  const { max_requests: requests, max_tokens: tokens, thinking } = effort
  const fills = {
    percent: context.compact_at === 'off' ? 'never' : String(context.compact_at),
    results: context.clearing.tool_uses ? 'cleared' : 'kept',
  }
  const stops = { requests, tokens, thinking, more: tokens === usual.max_tokens ? 'no' : 'yes' }
  const use = (changed: StoreAccess, instructions: string) =>
    onAttached(attached.map((each) => (each === changed ? { ...each, instructions } : each)))
  return (
    <details className="group">
      <summary className="flex min-h-7 cursor-pointer items-baseline gap-2">
        <FoldSign className="translate-y-0.5 group-open:rotate-90" />
        <span className="font-semibold">{t('advanced')}</span>
        <span className="min-w-0 text-ink-3 group-open:hidden">
          {t.rich('fillsAs', { ...fills, b: plain })}. {t('stops')}{' '}
          {t.rich('stopsAs', { ...stops, b: plain })}
        </span>
      </summary>
      <div className="mt-2 border-b border-line">
        {attached.map((store, at) => {
          const name = () => <VisibleLabel key="name" text={names[at] ?? ''} />
          return (
            <TextSentence
              key={store.storeId}
              Icon={Library}
              words={t.rich('uses', { name })}
              none={t('asItSeesFit')}
              rows={2}
              maxLength={4096}
              value={store.instructions}
              onChange={(instructions) => use(store, instructions)}
            />
          )
        })}
        <Sentence Icon={Wrench} words={words('tools')} says={bold(words(`tools_${tool_set}`))}>
          <Fields.ToolField {...fields} />
        </Sentence>
        <Sentence Icon={ScrollText} words={t('told')} says={t.rich('toldAs', { told, b: bold })}>
          <Fields.InstructionFields {...fields} />
        </Sentence>
        <Sentence Icon={Gauge} words={t('fills')} says={t.rich('fillsAs', { ...fills, b: bold })}>
          <Fields.ContextFields {...fields} />
        </Sentence>
        <Sentence Icon={Timer} words={t('stops')} says={t.rich('stopsAs', { ...stops, b: bold })}>
          <Fields.EffortFields {...fields} />
        </Sentence>
        <TextSentence
          Icon={Pencil}
          words={t('named')}
          none={t('byMessage')}
          maxLength={255}
          value={title}
          onChange={onTitle}
        />
      </div>
    </details>
  )
}

const bold = (text: ReactNode) => (
  <b className="font-medium text-ink underline decoration-ink-3 decoration-dotted underline-offset-4">
    {text}
  </b>
)
const plain = (text: ReactNode) => text

interface SentenceProps {
  Icon: LucideIcon
  words: ReactNode
  /** how it is */
  says: ReactNode
  /** what changes it */
  children: ReactNode
}

function Sentence({ Icon, words, says, children }: SentenceProps) {
  return (
    <details className="group/row border-t border-line">
      <summary className="flex min-h-10 cursor-pointer items-center gap-3 px-1 py-1.5 hover:bg-hover max-md:min-h-11">
        <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
        <span className="flex min-w-0 flex-1 gap-x-4 text-ink-2 max-md:flex-col">
          <span className="min-w-0 wrap-anywhere md:w-44 md:shrink-0">{words}</span>
          <span className="min-w-0 wrap-anywhere">{says}</span>
        </span>
        <FoldSign className="group-open/row:rotate-90" />
      </summary>
      <div className="pt-1 pb-4 md:pl-8">{children}</div>
    </details>
  )
}

interface TextSentenceProps extends Pick<SentenceProps, 'Icon' | 'words'> {
  /** what holds where nothing is written */
  none: string
  rows?: number
  maxLength: number
  value: string
  onChange: (value: string) => void
}

/** Says what somebody wrote. */
function TextSentence({ Icon, words, none, value, onChange, ...field }: TextSentenceProps) {
  const says = value === '' ? bold(none) : <VisibleLabel text={value} />
  return (
    <Sentence Icon={Icon} words={words} says={says}>
      <Field
        label={words}
        isLabelHidden
        placeholder={none}
        value={value}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
        {...field}
      />
    </Sentence>
  )
}
