import {
  ChevronRight,
  Gauge,
  Library,
  type LucideIcon,
  Pencil,
  ScrollText,
  Timer,
  Wrench,
} from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Field } from '@/components/ui/field'
import type { WireSettings } from '@/lib/sessions/settings'
import {
  ContextFields,
  EffortFields,
  InstructionFields,
  type SettingsFieldsProps,
  ToolField,
} from './fields'
import type { StoreAccess } from './stores-to-attach'

export interface AdvancedProps extends SettingsFieldsProps {
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
  const { settings } = fields
  const t = useTranslations('NewSession')
  const words = useTranslations('SessionSettings')
  const { system, memory_prompt, only_topic, context, max_requests, max_tokens, thinking } =
    settings
  const told = system === '' && memory_prompt === null && only_topic === null ? 'none' : 'own'
  const fills = {
    percent: context.compact_at === 'off' ? 'never' : String(context.compact_at),
    results: context.clearing.tool_uses ? 'cleared' : 'kept',
  }
  const stops = {
    ...{ requests: max_requests, tokens: max_tokens, thinking },
    more: max_tokens === usual.max_tokens ? 'no' : 'yes',
  }
  return (
    <details className="group">
      <summary className="flex min-h-7 cursor-pointer items-baseline gap-2">
        <Chevron className="translate-y-0.5 group-open:rotate-90" />
        <span className="font-semibold">{t('advanced')}</span>
        <span className="min-w-0 text-ink-3 group-open:hidden">
          {t.rich('fillsAs', { ...fills, b: plain })}; {t('stops')}{' '}
          {t.rich('stopsAs', { ...stops, b: plain })}
        </span>
      </summary>
      <div className="mt-2 border-b border-line">
        {attached.map((store, at) => {
          const label = t.rich('uses', {
            name: () => <VisibleLabel key="name" text={names[at] ?? ''} />,
          })
          const { storeId, instructions } = store
          return (
            <Sentence
              key={storeId}
              Icon={Library}
              words={label}
              says={
                instructions === '' ? (
                  <B>{t('asItSeesFit')}</B>
                ) : (
                  <VisibleLabel text={instructions} />
                )
              }
            >
              <Field
                label={label}
                isLabelHidden
                placeholder={t('asItSeesFit')}
                rows={2}
                maxLength={4096}
                value={instructions}
                onChange={({ target }) =>
                  onAttached(
                    attached.map((each) =>
                      each === store ? { ...each, instructions: target.value } : each,
                    ),
                  )
                }
              />
            </Sentence>
          )
        })}
        <Sentence
          Icon={Wrench}
          words={words('tools')}
          says={<B>{words(`tools_${settings.tool_set}`)}</B>}
        >
          <ToolField {...fields} />
        </Sentence>
        <Sentence Icon={ScrollText} words={t('told')} says={t.rich('toldAs', { told, b: bold })}>
          <InstructionFields {...fields} />
        </Sentence>
        <Sentence Icon={Gauge} words={t('fills')} says={t.rich('fillsAs', { ...fills, b: bold })}>
          <ContextFields {...fields} />
        </Sentence>
        <Sentence Icon={Timer} words={t('stops')} says={t.rich('stopsAs', { ...stops, b: bold })}>
          <EffortFields {...fields} />
        </Sentence>
        <Sentence
          Icon={Pencil}
          words={t('named')}
          says={<B>{title === '' ? t('byMessage') : <VisibleLabel text={title} />}</B>}
        >
          <Field
            label={t('name')}
            isLabelHidden
            placeholder={t('byMessage')}
            maxLength={255}
            value={title}
            onChange={({ target }) => onTitle(target.value)}
            autoComplete="off"
          />
        </Sentence>
      </div>
    </details>
  )
}

const Chevron = ({ className }: { className: string }) => (
  <ChevronRight
    size={14}
    aria-hidden
    className={`shrink-0 text-ink-3 transition-transform duration-(--m-1) ${className}`}
  />
)

const B = ({ children }: { children: ReactNode }) => (
  <b className="font-medium text-ink underline decoration-ink-3 decoration-dotted underline-offset-4">
    {children}
  </b>
)

const bold = (text: ReactNode) => <B>{text}</B>
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
          <span className="shrink-0 md:w-44">{words}</span>
          <span className="min-w-0 wrap-anywhere">{says}</span>
        </span>
        <Chevron className="group-open/row:rotate-90" />
      </summary>
      <div className="pt-1 pb-4 md:pl-8">{children}</div>
    </details>
  )
}
