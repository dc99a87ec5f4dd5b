import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ask } from '@/components/act/ask'
import { Field } from '@/components/ui/field'
import { focusIt, WrittenForm } from '@/components/ui/form'
import { WhyNot } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
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
    queryKey: ['change', unit.memories[0]?.id, unit.memories[0]?.shown, unit.hunk.at, 'text'],
    queryFn: ({ signal }) => ask<HunkLines>(linesAddress(unit, { text: true }), signal),
    enabled: before === undefined,
    gcTime: 0,
  })
  const text = before ?? data?.text
  if (error) return <WhyNot why={t('unread')} />
  if (text === undefined) return <Skeleton count={3} label={t('loading')} />
  return <Editor text={text} onText={onText} />
}

function Editor({ text, onText }: Pick<HunkEditorProps, 'onText'> & { text: string }) {
  const t = useTranslations('Review')
  const [typed, setTyped] = useState(text)
  return (
    <WrittenForm
      words={t('takeLines')}
      back={t('backToHunk')}
      isUnsaved={typed !== text}
      onSend={() => onText(typed)}
      onBack={() => onText(null)}
      className="grid gap-2 border-t border-line px-4 py-3 [&_textarea]:font-mono [&_textarea]:text-code"
    >
      <Field
        ref={focusIt}
        label={t('ownLines')}
        rows={Math.min(14, Math.max(3, text.split('\n').length))}
        value={typed}
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
    </WrittenForm>
  )
}
