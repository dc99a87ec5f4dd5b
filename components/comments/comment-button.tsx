'use client'

import { MessageSquare } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { useCommenting } from './commenting'
import { hunkSides } from './hunk-sides'

/** Begins a comment on a hunk. */
export function CommentButton({ hunkId }: { hunkId: string }) {
  const t = useTranslations('Review')
  const commenting = useCommenting()
  if (!commenting || !hunkSides(hunkId)) return null
  return (
    <Button variant="quiet" size="small" onClick={() => commenting.begin(hunkId)}>
      <MessageSquare size={13} aria-hidden />
      <span className="max-xl:sr-only">{t('comment')}</span> <Kbd>C</Kbd>
    </Button>
  )
}
