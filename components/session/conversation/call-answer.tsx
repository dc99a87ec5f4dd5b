'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/content/visible-line'
import { ClearSwitch } from '@/components/proposals/clear-switch'
import { classNames } from '@/components/ui/class-names'
import { maskedAnswerQuery } from '../queries'

export interface CallAnswerProps {
  sessionId: string
  eventId: string
  /** the answer itself, which is shown when somebody asks for it */
  text: string
  className?: string
}

/** A tool's answer as the agent read it; what is secret in it is masked until asked for. */
export function CallAnswer({ sessionId, eventId, text, className }: CallAnswerProps) {
  const t = useTranslations('Call')
  const words = useTranslations('Approval')
  const { data, isError } = useQuery(maskedAnswerQuery(sessionId, eventId))
  const [isInClear, setInClear] = useState(false)
  const masked = data?.text ?? null
  const isHidden = data !== undefined && masked !== text
  return (
    <div className="border-t border-line">
      {isHidden ? (
        <ClearSwitch
          about={words(masked === null ? 'notScanned' : 'masked')}
          isInClear={isInClear}
          onChange={setInClear}
        />
      ) : null}
      <pre
        tabIndex={0}
        aria-label={t('answer')}
        className={classNames(
          'max-h-80 overflow-auto px-3 py-1 font-mono text-xs break-words whitespace-pre-wrap outline-offset-[-2px]',
          className,
        )}
      >
        {data === undefined ? (
          t(isError ? 'answerNotLoaded' : 'answerLoading')
        ) : (
          <VisibleText text={isInClear ? text : (masked ?? '')} />
        )}
      </pre>
    </div>
  )
}
