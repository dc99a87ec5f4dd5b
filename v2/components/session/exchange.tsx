'use client'

import { useTranslations } from 'next-intl'
import { Lines } from '@/components/lines/lines'
import { linesOfText } from '@/components/lines/text'
import type { CallOf } from './called'

/** What the agent sent, and what it was answered. */
export function Exchange({ entry: { input, malformed, answer } }: { entry: CallOf }) {
  const t = useTranslations('Call')
  const sent = malformed ?? JSON.stringify(input, null, 2)
  return (
    <>
      <Words title={t('sent')} text={sent} />
      {answer === null ? null : <Words title={t('answered')} text={answer} />}
    </>
  )
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <div className="border-t border-line">
      <p className="bg-well px-3 py-1 text-xs font-medium text-ink-2">{title}</p>
      <div
        // What scrolls is reached by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={title}
        className="max-h-80 overflow-auto -outline-offset-2"
      >
        <Lines lines={linesOfText(text, '')} layout="text" />
      </div>
    </div>
  )
}
