import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ask } from '@/components/act/ask'
import { Field } from '@/components/ui/field'
import { focusIt, WrittenForm } from '@/components/ui/form'
import { WhyNot } from '@/components/ui/notice'
import type { Decision, Unit } from './decisions'
import type { HunkLines } from './shown'
import { linesAddress } from './words'

export interface HunkEditorProps {
  unit: Unit
  /** their own lines, as they are already */
  decision: Decision | undefined
  /** null: they left it */
  onText: (text: string | null) => void
}

/** The reviewer's own lines in place of a hunk's. It begins with what stands there, in clear. */
export function HunkEditor({ unit, decision, onText }: HunkEditorProps) {
  const t = useTranslations('Review')
  const before = typeof decision === 'object' ? decision.text : undefined
  const { data, error } = useQuery<HunkLines>({
    queryKey: ['change', unit.memories[0].id, unit.memories[0].shown, unit.hunk.at, 'text'],
    queryFn: ({ signal }) => ask<HunkLines>(linesAddress(unit, { text: true }), signal),
    enabled: before === undefined,
    gcTime: 0,
  })
  const [early, setEarly] = useState('')
  const [typed, setTyped] = useState<string | null>(null)
  const text = before ?? data?.text
  const isThere = text !== undefined
  // Who writes on at once writes behind the lines, which are still on their way.
  const own = typed ?? (text ?? '') + early
  return (
    <WrittenForm
      words={t('takeLines')}
      back={t('backToHunk')}
      isOff={!isThere}
      isUnsaved={own !== (text ?? '')}
      onSend={() => onText(own)}
      onBack={() => onText(null)}
      className="grid gap-2 border-t border-line px-4 py-3 [&_textarea]:font-mono [&_textarea]:text-code"
    >
      {error ? (
        <WhyNot why={t('unread')} />
      ) : (
        <Field
          ref={focusIt}
          label={t('ownLines')}
          rows={Math.min(14, Math.max(3, text?.split('\n').length ?? 0))}
          value={own}
          spellCheck={false}
          onChange={({ target: { value } }) => (isThere ? setTyped : setEarly)(value)}
        />
      )}
    </WrittenForm>
  )
}
