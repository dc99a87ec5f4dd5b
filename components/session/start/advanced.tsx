'use client'

import { ChevronRight, Copy, LibraryBig } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { SettingRow, settingValue } from '@/components/session/settings/setting-row'
import {
  type EditedSettings,
  SessionSettingRows,
  TitleRow,
} from '@/components/session/settings/session-setting-rows'
import { summarisedAt } from '@/components/session/settings/summarised-at'
import type { ContextThresholds } from '@/lib/context/context-thresholds'
import { plainName } from '@/lib/text/plain-text'
import type { Attachment } from './store-choice'

/** An attached store and whose it is, for the row that says how it is used. */
export interface UsedStore {
  attachment: Attachment
  name: string
  change: (instructions: string) => void
}

export interface AdvancedProps {
  settings: EditedSettings
  /** the settings unless changed */
  defaults: EditedSettings
  thresholds: ContextThresholds
  change: (changed: Partial<EditedSettings>) => void
  used: readonly UsedStore[]
  isTwo: boolean
  onTwo: (isTwo: boolean) => void
  title: string
  onTitle: (title: string) => void
}

const MAX_INSTRUCTIONS = 4096
const FIELD = 'block w-full rounded-control border border-control bg-sheet px-2'

/** Everything that a session can be set to and rarely is; folded, it names what differs. */
export function Advanced(props: AdvancedProps) {
  const { settings, thresholds, change, used, isTwo, onTwo, title, onTitle } = props
  const t = useTranslations('SessionSettings')
  return (
    <details
      className="group/advanced"
      onInvalidCapture={({ currentTarget }) => (currentTarget.open = true)}
    >
      <summary className="flex min-h-8 cursor-pointer list-none items-center gap-2">
        <ChevronRight
          size={14}
          aria-hidden
          className="shrink-0 text-ink-3 transition-transform duration-(--m-1) group-open/advanced:rotate-90"
        />
        <span className="shrink-0 font-medium">{t('advanced')}</span>
        <span className="min-w-0 text-ink-3 group-open/advanced:hidden">
          <Differing {...props} />
        </span>
      </summary>
      <div className="mt-2 border-b border-line">
        {used.map(({ attachment, name, change }, index) => (
          <SettingRow
            key={`${index} ${attachment.storeId}`}
            Icon={LibraryBig}
            title={t('uses', { name })}
            sentence={settingValue.v(
              attachment.instructions.trim() === ''
                ? t('asItSeesFit')
                : plainName(attachment.instructions),
            )}
          >
            <textarea
              aria-label={t('uses', { name })}
              rows={2}
              value={attachment.instructions}
              maxLength={MAX_INSTRUCTIONS}
              placeholder={t('usesHint')}
              onChange={({ target }) => change(target.value)}
              className={`${FIELD} py-1`}
            />
          </SettingRow>
        ))}
        <SessionSettingRows value={settings} thresholds={thresholds} change={change} />
        <SettingRow
          Icon={Copy}
          title={t('started')}
          sentence={t.rich(isTwo ? 'startedTwice' : 'startedOnce', settingValue)}
        >
          <label className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              checked={isTwo}
              onChange={({ target }) => onTwo(target.checked)}
            />
            {t('compare')}
          </label>
        </SettingRow>
        <TitleRow title={title} onTitle={onTitle} />
      </div>
    </details>
  )
}

/** Summarises the settings that differ from the usual; if none does, what the usual ones mean. */
function Differing({ settings, defaults, thresholds, used, isTwo, title }: AdvancedProps) {
  const t = useTranslations('SessionSettings')
  const isChanged = (key: keyof EditedSettings) =>
    JSON.stringify(settings[key]) !== JSON.stringify(defaults[key])
  const percent = summarisedAt(settings, thresholds)
  const summary = percent === null ? t('shortNever') : t('shortSummarised', { percent })
  const stops = t('shortStops', { requests: settings.maxRequests })
  const differing = [
    ...(used.some(({ attachment }) => attachment.instructions.trim() !== '')
      ? [t('shortUses')]
      : []),
    ...(isChanged('toolSet') ? [t(`name_${settings.toolSet}`)] : []),
    ...(isChanged('instructions') || isChanged('keepTidy') || isChanged('onlyTopic')
      ? [t('shortInstructions')]
      : []),
    ...(isChanged('context') ? [summary] : []),
    ...(isChanged('maxRequests') ? [stops] : []),
    ...(isChanged('maxTokens') ? [t('shortTokens', { tokens: settings.maxTokens })] : []),
    ...(isChanged('thinking') ? [t('shortThinking')] : []),
    ...(isTwo ? [t('shortTwo')] : []),
    ...(title.trim() === '' ? [] : [t('shortTitle', { title: plainName(title) })]),
  ]
  return (differing.length === 0 ? [summary, stops] : differing).join(' · ')
}
