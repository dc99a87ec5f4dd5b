'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button, buttonLook } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { ErrorNotice } from '@/components/ui/notice'

type Outcome<Value> = { isDone: true; value: Value } | { isDone: false; why: string }

/** What came of redacting several versions. */
export interface RedactedVersions {
  redacted: number
  /** those that could not be, each with the reason in words */
  refused: { versionId: string; why: string }[]
}

export interface VersionChoiceProps {
  storeId: string
  memoryId: string
  redact: (input: { storeId: string; versionIds: string[] }) => Promise<Outcome<RedactedVersions>>
  /** the versions, with a checkbox named `version` each, whose `data-ordinal` says which one it is */
  children: ReactNode
}

interface Chosen {
  id: string
  ordinal: number
}

/** Versions of which several can be chosen: two to compare, any to redact. */
export function VersionChoice({ storeId, memoryId, redact, children }: VersionChoiceProps) {
  const t = useTranslations('History')
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const onChange = ({ target }: FormEvent<HTMLElement>) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'version') return
    const version = { id: target.value, ordinal: Number(target.dataset.ordinal) }
    const others = chosen.filter(({ id }) => id !== version.id)
    setChosen(target.checked ? [...others, version] : others)
  }
  const [older, newer] = [...chosen].sort((one, other) => one.ordinal - other.ordinal)
  return (
    <div onChange={onChange}>
      {chosen.length === 0 ? null : (
        <div className="sticky top-0 z-10 flex flex-wrap items-center gap-2 border-b border-line bg-raised px-4 py-1.5 text-[13px]">
          <p role="status">{t('chosen', { count: chosen.length })}</p>
          {chosen.length === 2 && older && newer ? (
            <Link
              href={`/stores/${storeId}?memory=${memoryId}&from=${older.id}&to=${newer.id}`}
              className={buttonLook({ size: 'small' })}
            >
              {t('compareTwo', { from: older.ordinal, to: newer.ordinal })}
            </Link>
          ) : (
            <span className="text-faint">{t('chooseTwo')}</span>
          )}
          <RedactVersions key={chosen.length} storeId={storeId} chosen={chosen} redact={redact} />
        </div>
      )}
      {children}
    </div>
  )
}

function RedactVersions({
  storeId,
  chosen,
  redact,
}: Pick<VersionChoiceProps, 'storeId' | 'redact'> & { chosen: readonly Chosen[] }) {
  const t = useTranslations('History')
  const app = useTranslations('App')
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const [isSure, setSure] = useState(false)
  const [typed, setTyped] = useState('')
  const [why, setWhy] = useState<string | null>(null)
  const [report, setReport] = useState<RedactedVersions | null>(null)
  const [isPending, startTransition] = useTransition()
  const run = () =>
    startTransition(async () => {
      setWhy(null)
      const outcome = await redact({ storeId, versionIds: chosen.map(({ id }) => id) })
      if (!outcome.isDone) return setWhy(outcome.why)
      setReport(outcome.value)
      router.refresh()
    })
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('redact')}
      </Button>
      <Dialog
        title={t('redactManyTitle', { count: chosen.length })}
        description={t('redactManyAbout')}
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        {report ? (
          <Report report={report} chosen={chosen} />
        ) : (
          <div className="space-y-4">
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={isSure}
                onChange={({ target }) => setSure(target.checked)}
              />
              {t('redactSure')}
            </label>
            <Field
              id="redact-count"
              label={t('typeCount', { count: chosen.length })}
              value={typed}
              inputMode="numeric"
              autoComplete="off"
              onChange={({ target }) => setTyped(target.value)}
            />
            {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
            <div className="flex justify-end gap-2">
              <Button onClick={() => setOpen(false)}>{app('cancel')}</Button>
              <Button
                look="primary"
                disabled={!isSure || typed.trim() !== String(chosen.length) || isPending}
                onClick={run}
              >
                {isPending ? t('redacting') : t('redactManyRun', { count: chosen.length })}
              </Button>
            </div>
          </div>
        )}
      </Dialog>
    </>
  )
}

function Report({ report, chosen }: { report: RedactedVersions; chosen: readonly Chosen[] }) {
  const t = useTranslations('History')
  return (
    <div className="space-y-2">
      <p role="status">{t('redactedMany', { count: report.redacted })}</p>
      {report.refused.length === 0 ? null : (
        <ul className="text-attention">
          {report.refused.map(({ versionId, why }) => (
            <li key={versionId}>
              v{chosen.find(({ id }) => id === versionId)?.ordinal}: {why}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
