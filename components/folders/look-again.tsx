'use client'

import { ActWords } from '@/components/frame/page'
import { RefreshCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'

/** Looks again for what agents of this machine remember. */
export function LookAgain() {
  const t = useTranslations('Folders')
  const router = useRouter()
  const [isPending, start] = useTransition()
  return (
    <Button variant="quiet" isBusy={isPending} onClick={() => start(() => router.refresh())}>
      <RefreshCw size={15} aria-hidden />
      <ActWords>{t('lookAgain')}</ActWords>
    </Button>
  )
}
