'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useOpenedByHash } from '@/components/ui/use-opened-by-hash'
import { MakeKey, type StoreToChoose } from './make-key'

/** The button for a new key. */
export function NewKey({ stores }: { stores: readonly StoreToChoose[] }) {
  const t = useTranslations('ApiKeys')
  const [isOpen, setOpen] = useState(false)
  useOpenedByHash('#new-key', () => setOpen(true))
  return (
    <>
      <Button variant="quiet" size="small" data-act onClick={() => setOpen(true)}>
        <Plus size={13} aria-hidden />
        {t('new')}
      </Button>
      <MakeKey isOpen={isOpen} onOpenChange={setOpen} stores={stores} />
    </>
  )
}
