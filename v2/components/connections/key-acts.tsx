'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { plainName } from '@/lib/text/visible-text'
import { useAct } from '@/components/act/use-act'
import { Button } from '@/components/ui/button'
import { CopiedLines } from '@/components/ui/copy-button'
import { AskedOnce, Dialog } from '@/components/ui/dialog'
import { WhyNot } from '@/components/ui/notice'
import { endKey, giveNewSecret } from './actions'

/** Gives a key another secret, or ends it, once that is confirmed. */
export function KeyActs({ keyId, name }: { keyId: string; name: string }) {
  const t = useTranslations('ApiKeys')
  const common = useTranslations('Common')
  const [asked, setAsked] = useState<'rotate' | 'revoke' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const rotation = useAct(giveNewSecret, { done: setSecret })
  const end = useAct(endKey, { done: () => setAsked(null) })
  const close = () => {
    setAsked(null)
    setSecret(null)
  }
  const shown = plainName(name)
  return (
    <div className="flex shrink-0 gap-1">
      <Button
        variant="quiet"
        aria-label={t('rotateNamed', { name: shown })}
        onClick={() => setAsked('rotate')}
      >
        {t('rotate')}
      </Button>
      <Button
        variant="quiet-danger"
        aria-label={t('revokeNamed', { name: shown })}
        onClick={() => setAsked('revoke')}
      >
        {t('revoke')}
      </Button>
      <Dialog
        title={secret === null ? t('rotateTitle', { name: shown }) : t('secretTitle')}
        description={secret === null ? t('rotateAbout') : t('rotatedAbout')}
        isOpen={asked === 'rotate'}
        onClose={close}
      >
        {secret === null ? (
          <>
            <WhyNot why={rotation.why} />
            <div className="mt-5 flex justify-end gap-2">
              <Button variant="quiet" onClick={close}>
                {common('cancel')}
              </Button>
              <Button
                variant="primary"
                isBusy={rotation.isBusy}
                onClick={() => void rotation.run({ id: keyId })}
              >
                {t('rotate')}
              </Button>
            </div>
          </>
        ) : (
          <KeySecret secret={secret} onClose={close} />
        )}
      </Dialog>
      <AskedOnce
        title={t('revokeTitle', { name: shown })}
        description={t('revokeAbout')}
        isOpen={asked === 'revoke'}
        onClose={close}
        act={t('revokeRun')}
        cancel={common('cancel')}
        isBusy={end.isBusy}
        onAct={() => void end.run({ id: keyId })}
        why={<WhyNot why={end.why} />}
      />
    </div>
  )
}

/** A key's secret, which is shown this once. */
export function KeySecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTranslations('ApiKeys')
  return (
    <>
      <CopiedLines text={secret} label={t('secret')} />
      <div className="mt-5 flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {t('kept')}
        </Button>
      </div>
    </>
  )
}
