'use client'

import { useTranslations } from 'next-intl'
import { Merge } from '@/components/editor/merge'
import { mergeRegions } from '@/lib/text/merge'

export interface MergeByHandProps {
  /** what both sides come from, what the store holds, what the plan would put there; null: nothing */
  texts: { base: string; before: string | null; after: string | null }
  onTake: (text: string) => void
  onBack: () => void
}

/** A conflict of a plan, decided place by place; its text is what the plan then takes. */
export function MergeByHand({ texts, onTake, onBack }: MergeByHandProps) {
  const t = useTranslations('Plan')
  const { base, before, after } = texts
  return (
    <Merge
      regions={mergeRegions({ base, ours: after ?? '', theirs: before ?? '' })}
      names={{ theirs: t('sides.store'), mine: t('sides.plan') }}
      save={t('takeText')}
      isBusy={false}
      onSave={onTake}
      onBack={onBack}
    />
  )
}
