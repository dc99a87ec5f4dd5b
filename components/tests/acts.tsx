'use client'

import { Pencil, Play, Plus, Square, Trash2, Undo2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useAct } from '@/components/act/use-act'
import { ActWords } from '@/components/frame/page'
import { useKey } from '@/components/keys/use-key'
import { useRows } from '@/components/keys/use-rows'
import { addressOf } from '@/components/plan/address'
import { ActButton } from '@/components/ui/act-button'
import { ActBar } from '@/components/ui/act-bar'
import { Button, ButtonLink } from '@/components/ui/button'
import { AskedAct } from '@/components/ui/dialog'
import { WhyNot } from '@/components/ui/notice'
import { remove, run, stop } from './actions'

export interface HeadActsProps {
  storeId: string
  /** how many there are */
  count: number
  /** a new one is being written, whose form has the page's act */
  isNew: boolean
  /** what a run of all may cost, in words */
  price: string
}

/** Makes a test, and runs all. */
export function HeadActs({ storeId, count, isNew, price }: HeadActsProps) {
  const t = useTranslations('Tests')
  const router = useRouter()
  const address = `/stores/${storeId}/tests?new`
  useKey('n', t('newTest'), () => router.push(address), { when: !isNew, bar: true })
  const variant = count === 0 ? 'primary' : 'quiet'
  return (
    <>
      {isNew ? null : (
        <ButtonLink href={address} variant={variant} stroke="n" Icon={Plus}>
          <ActWords>{t('newTest')}</ActWords>
        </ButtonLink>
      )}
      {count === 0 ? null : (
        <ActButton Icon={Play} does={run} input={{ storeId }} on={{ done: () => t('begun') }}>
          <ActWords>{t('runAll', { price: price || 'none' })}</ActWords>
        </ActButton>
      )}
    </>
  )
}

export interface TestActsProps {
  storeId: string
  test: { id: string; name: string }
  /** the run that is under way */
  runningId: string | null
  /** the versions since which it fails, none where there are too many to undo, and the number halfway between; null: it does not fail */
  since: { versionIds: string[]; halfway: number | null } | null
  price: string
}

/** What is done with a test: run, put right, changed. */
export function TestActs({ storeId, test, runningId, since, price }: TestActsProps) {
  const t = useTranslations('Tests')
  const router = useRouter()
  const running = useAct(run, { done: () => t('begun') })
  const begin = (sequence?: number) => {
    if (running.isBusy) return
    void running.run({ storeId, testIds: [test.id], ...(sequence !== undefined && { sequence }) })
  }
  const edit = `/stores/${storeId}/tests?test=${test.id}&edit`
  const undo =
    since && since.versionIds.length > 0
      ? addressOf(storeId, { kind: 'undo', versionIds: since.versionIds })
      : null
  useKey('g', t('run'), () => begin(), { when: runningId === null, bar: true })
  useKey('e', t('edit'), () => router.push(edit), { bar: true })
  useKey('r', t('undo'), () => undo && router.push(undo), { when: undo !== null, bar: true })
  useRows()
  const isOne = since?.versionIds.length === 1
  return (
    <>
      <ActBar
        says={undo ? t(isOne ? 'undoBringsBack' : 'undoAll') : t('asks', { name: test.name })}
        about={undo ? t('undoAbout') : t('runAbout')}
        secondary={
          <>
            <AskedAct
              button={{ label: t('delete'), Icon: Trash2 }}
              title={t('deleteTitle')}
              description={t('deleteAbout')}
              act={t('delete')}
              does={remove}
              input={{ storeId, id: test.id }}
              done={() => {
                router.push(`/stores/${storeId}/tests`)
                return t('deleted')
              }}
            />
            <ButtonLink href={edit} variant="quiet" stroke="e" Icon={Pencil}>
              {t('edit')}
            </ButtonLink>
            {since?.halfway != null ? (
              <Button onClick={() => begin(since.halfway ?? 0)}>{t('askBetween')}</Button>
            ) : null}
            {undo ? (
              <ButtonLink href={undo} stroke="r" Icon={Undo2}>
                {t('undo')}
              </ButtonLink>
            ) : null}
          </>
        }
        primary={
          runningId === null ? (
            <Button
              variant="primary"
              stroke="g"
              isBusy={running.isBusy}
              Icon={Play}
              onClick={() => begin()}
            >
              {t('runThis', { price: price || 'none' })}
            </Button>
          ) : (
            <ActButton Icon={Square} does={stop} input={{ storeId, runId: runningId }}>
              {t('stop')}
            </ActButton>
          )
        }
      />
      <WhyNot why={running.why} />
    </>
  )
}
