'use client'

import { Layers } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActWords } from '@/components/frame/page'
import { Button } from '@/components/ui/button'
import { CompactDialog } from './compact-dialog-lazy'

/** Asks for a summary; the conversation, where it is written, comes next. */
export function SummariseButton({ sessionId, isOff }: { sessionId: string; isOff: boolean }) {
  const t = useTranslations('Gauge')
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button disabled={isOff} onClick={() => setOpen(true)}>
        <Layers size={15} aria-hidden /> <ActWords>{t('compact')}</ActWords>
      </Button>
      <CompactDialog
        sessionId={sessionId}
        isOpen={isOpen}
        onOpenChange={setOpen}
        onDone={() => router.push(`/sessions/${sessionId}`)}
      />
    </>
  )
}
