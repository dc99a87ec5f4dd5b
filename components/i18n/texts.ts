import type { createTranslator } from 'use-intl/core'
import type { Messages } from './messages'

/** The texts of one language, on the server and in the browser. */
export type Texts = ReturnType<typeof createTranslator<Messages>>
