'use client'

import type { Action } from '@/components/act/act'
import { type ActOptions, useAct } from '@/components/act/use-act'
import { Button, type ButtonProps } from './button'
import { WhyNot } from './notice'

export interface ActButtonProps<I, R> extends Omit<ButtonProps, 'isBusy' | 'onClick'> {
  does: Action<I, R>
  input: I
  on?: ActOptions<R>
}

/** A button of an act that is done at once; below it, why it was not. */
export function ActButton<I, R>({ does, input, on, ...button }: ActButtonProps<I, R>) {
  const { run, isBusy, why } = useAct(does, on)
  return (
    <span>
      <Button {...button} isBusy={isBusy} onClick={() => void run(input)} />
      <WhyNot why={why} />
    </span>
  )
}
