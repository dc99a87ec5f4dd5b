import { sha256Hex, utf8Bytes } from '@/lib/text/content'

/** By which a text, such as a path, is known again where it is not to be kept. */
export const hashOf = (text: string) => sha256Hex(utf8Bytes(text))
