'use client'

import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/content/visible-line'
import type { EditedSettings } from '@/components/session/settings/session-setting-rows'
import { Button } from '@/components/ui/button'
import type { Opening } from '@/lib/agent/opening'
import { estimatedTokens } from '@/lib/context/estimate-tokens'
import { previewOpeningAction } from '../actions'
import type { Attachment } from './store-choice'

/** Time after a key for which a person may still be typing; milliseconds. */
const TYPING_MS = 250

const TEXT = 'overflow-auto font-mono text-xs leading-5 whitespace-pre-wrap'

/**
 * Shows what the agent is told before the first message; a person may replace the part about
 * memory.
 */
export function OpeningPreview({
  settings,
  stores,
  onChange,
}: {
  settings: EditedSettings
  stores: readonly Attachment[]
  onChange: (memoryPrompt: string | null) => void
}) {
  const t = useTranslations('NewSession')
  const opening = useOpening(settings, stores)
  const own = settings.memoryPrompt
  const prompt = own ?? opening?.prompt ?? ''
  const reminder = opening?.reminder ?? null
  const instructions = settings.instructions.trim()
  const tokens = estimatedTokens([instructions, prompt, reminder ?? ''].join('\n'))
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold">{t('seesFirst')}</h2>
        <span className="text-xs text-ink-3">
          {opening === null ? '' : t('tokens', { tokens })}
        </span>
        <span className="ml-auto">
          {own !== null ? (
            <Button size="small" onClick={() => onChange(null)}>
              {t('dropPrompt')}
            </Button>
          ) : opening?.prompt ? (
            <Button size="small" onClick={() => onChange(opening.prompt)}>
              {t('editPrompt')}
            </Button>
          ) : null}
        </span>
      </div>
      {instructions === '' ? null : (
        <pre className={TEXT}>
          <VisibleText text={instructions} />
        </pre>
      )}
      {own === null ? (
        <pre tabIndex={0} aria-label={t('memoryPrompt')} className={`min-h-24 ${TEXT}`}>
          {opening === null ? '' : <VisibleText text={opening.prompt || t('noPrompt')} />}
        </pre>
      ) : (
        <textarea
          aria-label={t('memoryPrompt')}
          rows={20}
          value={own}
          onChange={({ target }) => onChange(target.value)}
          className="block w-full rounded-control border border-control bg-sheet px-2 py-1 font-mono text-xs"
        />
      )}
      {reminder === null ? null : (
        <section className="space-y-2 border-t border-line pt-3">
          <h3 className="text-xs font-medium text-ink-2">{t('withMessage')}</h3>
          <pre tabIndex={0} aria-label={t('withMessage')} className={TEXT}>
            <VisibleText text={reminder} />
          </pre>
        </section>
      )}
    </div>
  )
}

/**
 * Returns what such a session would tell its agent first; null until the server has answered once.
 */
function useOpening(settings: EditedSettings, stores: readonly Attachment[]): Opening | null {
  const [opening, setOpening] = useState<Opening | null>(null)
  const { toolSet, keepTidy, onlyTopic } = settings
  const { listing } = settings.context.reminders
  const wanted = JSON.stringify({ toolSet, keepTidy, onlyTopic, listing, stores })
  useEffect(() => {
    let isStale = false
    const make = async () => {
      const made = await previewOpeningAction(
        JSON.parse(wanted) as Parameters<typeof previewOpeningAction>[0],
      ).catch(() => null)
      if (!isStale && made !== null) setOpening(made)
    }
    const timer = setTimeout(() => void make(), TYPING_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [wanted])
  return opening
}
