'use client'

import { Layers } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActWords } from '@/components/frame/page'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { useLetterKey } from '@/components/ui/use-letter-key'
import { CompactDialog } from './compact-dialog-lazy'

/** Asks for a summary; the conversation, where it is written, comes next. */
export function SummariseButton({ sessionId, isOff }: { sessionId: string; isOff: boolean }) {
  const t = useTranslations('Gauge')
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  useLetterKey('s', () => !isOff && setOpen(true))
  return (
    <>
      <Button disabled={isOff} aria-keyshortcuts="s" onClick={() => setOpen(true)}>
        <Layers size={15} aria-hidden /> <ActWords>{t('compact')}</ActWords>
        <span aria-hidden className="max-lg:hidden">
          <Kbd>S</Kbd>
        </span>
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
