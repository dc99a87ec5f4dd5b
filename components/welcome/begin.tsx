'use client'

import { useTranslations } from 'next-intl'
import { useLayoutEffect, useRef, useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { useKey } from '@/components/keys/use-key'
import { Button } from '@/components/ui/button'
import { CopiedLines } from '@/components/ui/copy-button'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { WhyNot } from '@/components/ui/notice'
import { CLIENTS, programLines, PROGRAMS } from '@/components/connections/client-lines'
import { handOn, keepRest } from '@/components/session/drafts'
import { SegmentedChoice } from '@/components/ui/segmented'
import { openSample, tellPractice } from './actions'

/** Makes a store of the sample and leads there. */
export function OpenSample() {
  const t = useTranslations('Welcome')
  const { run, isBusy, why } = useAct(openSample, { to: (id) => `/stores/${id}` })
  const open = () => {
    if (!isBusy) void run({})
  }
  useKey('mod+enter', t('openSample'), open, { bar: true })
  return (
    <>
      <Button
        variant="primary"
        size="large"
        isBusy={isBusy}
        busyWords={t('openingSample')}
        onClick={open}
        stroke="mod+enter"
      >
        {t('openSample')}
      </Button>
      <WhyNot why={why} />
    </>
  )
}

/** One sentence to the practice agent, which writes it down in a store of its own. */
export function TellPractice() {
  const t = useTranslations('Welcome')
  const field = useRef<HTMLInputElement>(null)
  const { run, isBusy, why } = useAct(tellPractice, {
    to: (id) => `/sessions/${id}`,
    done: handOn,
  })
  useLayoutEffect(() => {
    const { current } = field
    return () => keepRest(current?.value ?? '')
  }, [])
  const tell = async (told: HTMLInputElement) => {
    const text = told.value
    // What is typed meanwhile is the next message.
    told.value = ''
    const result = await run({ text, store: t('practice') })
    if (!result.ok) told.value = `${text} ${told.value}`.trimEnd()
  }
  return (
    <Form
      className="flex flex-wrap gap-2"
      onSend={() => {
        if (!isBusy && field.current) void tell(field.current)
      }}
    >
      <div className="min-w-48 flex-1">
        <Field
          ref={field}
          label={t('sentence')}
          isLabelHidden
          defaultValue={t('exampleBefore')}
          required
          autoComplete="off"
        />
      </div>
      <Button type="submit" size="large" isBusy={isBusy} className="h-8! max-md:h-10!">
        {t('tellIt')}
      </Button>
      <WhyNot why={why} />
    </Form>
  )
}

/** Lines that make an agent's program call this server, to be copied. `address`: of this server. */
export function ConnectProgram({ address }: { address: string }) {
  const t = useTranslations('Welcome')
  const [way, setWay] = useState<(typeof PROGRAMS)[number]>('python')
  return (
    <>
      <div className="mb-2.5 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-talk font-semibold">{t('connect')}</h2>
        <SegmentedChoice
          name="way"
          legend={t('ways')}
          choices={PROGRAMS.map((value) => ({ value, label: CLIENTS[value] }))}
          value={way}
          onChoose={setWay}
        />
      </div>
      <CopiedLines
        text={programLines(way, address, { key: null, storeId: null })}
        label={t('lines', { way: CLIENTS[way] })}
      />
    </>
  )
}
