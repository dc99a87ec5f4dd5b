'use client'

import { Ban, Ellipsis, RotateCw } from 'lucide-react'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Menu, MenuButton } from '@/components/ui/menu'
import { ErrorNotice } from '@/components/ui/notice'
import { plainName } from '@/lib/text/plain-text'
import { revokeKeyAction, rotateKeyAction } from './actions'
import { KeySecret } from './key-secret'

export interface KeyActsProps {
  keyId: string
  name: string
}

/** Rotates a key, or ends it once that is confirmed. */
export function KeyActs({ keyId, name }: KeyActsProps) {
  const t = useTranslations('ApiKeys')
  const noAnswer = useNoAnswer()
  const [open, setOpen] = useState<'rotate' | 'revoke' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, start] = useTransition()
  const shown = plainName(name)
  const ask = (act: 'rotate' | 'revoke') => {
    setWhy(null)
    setSecret(null)
    setOpen(act)
  }
  const rotate = () =>
    start(async () => {
      const outcome = await rotateKeyAction(keyId).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
      if (outcome.value === null) return setWhy(t('gone'))
      setSecret(outcome.value)
    })
  const revoke = () =>
    start(async () => {
      const outcome = await revokeKeyAction(keyId).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
      setOpen(null)
    })
  return (
    <>
      <Menu
        label={t('more', { name: shown })}
        size="small-icon"
        button={<Ellipsis size={15} aria-hidden />}
      >
        <MenuButton Icon={RotateCw} onSelect={() => ask('rotate')}>
          {t('rotate')}
        </MenuButton>
        <MenuButton Icon={Ban} isDanger onSelect={() => ask('revoke')}>
          {t('revoke')}
        </MenuButton>
      </Menu>
      <Dialog
        title={secret === null ? t('rotateTitle', { name: shown }) : t('secretTitle')}
        description={secret === null ? t('rotateAbout') : t('rotatedAbout')}
        isOpen={open === 'rotate'}
        onOpenChange={() => setOpen(null)}
      >
        {secret === null ? (
          <Confirm
            run={rotate}
            isPending={isPending}
            why={why}
            onCancel={() => setOpen(null)}
            variant="primary"
          >
            {t('rotate')}
          </Confirm>
        ) : (
          <KeySecret secret={secret} onClose={() => setOpen(null)} />
        )}
      </Dialog>
      <Dialog
        title={t('revokeTitle', { name: shown })}
        description={t('revokeAbout')}
        isOpen={open === 'revoke'}
        onOpenChange={() => setOpen(null)}
      >
        <Confirm
          run={revoke}
          isPending={isPending}
          why={why}
          onCancel={() => setOpen(null)}
          variant="danger"
        >
          {t('revokeRun')}
        </Confirm>
      </Dialog>
    </>
  )
}

interface ConfirmProps {
  run: () => void
  isPending: boolean
  /** reason why it was not done; null: it was not tried */
  why: string | null
  onCancel: () => void
  variant: 'primary' | 'danger'
  children: string
}

function Confirm({ run, isPending, why, onCancel, variant, children }: ConfirmProps) {
  const app = useTranslations('App')
  return (
    <div className="space-y-4">
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{app('cancel')}</Button>
        <Button variant={variant} isBusy={isPending} onClick={run}>
          {children}
        </Button>
      </div>
    </div>
  )
}
