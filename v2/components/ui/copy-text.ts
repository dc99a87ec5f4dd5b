/**
 * Puts a text on the clipboard; resolves with whether it is there. Over plain HTTP a browser gives
 * pages none to write to: what it copies of a selection is then replaced on its way.
 */
export async function copyText(text: string): Promise<boolean> {
  // Not there, whatever its type says, but on pages of this machine and over HTTPS.
  const clipboard = navigator.clipboard as Clipboard | undefined
  const isWritten = await clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  return isWritten === true || copyAsSelected(text)
}

function copyAsSelected(text: string): boolean {
  const selection = getSelection()
  if (!selection) return false
  const ranges = Array.from({ length: selection.rangeCount }, (_, at) => selection.getRangeAt(at))
  const holder = document.body.appendChild(document.createElement('span'))
  holder.textContent = '-'
  selection.selectAllChildren(holder)
  const give = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
  }
  document.addEventListener('copy', give, { capture: true, once: true })
  // There is no other way without a clipboard.
  // oxlint-disable-next-line typescript/no-deprecated
  const isCopied = document.execCommand('copy')
  document.removeEventListener('copy', give, { capture: true })
  holder.remove()
  selection.removeAllRanges()
  for (const range of ranges) selection.addRange(range)
  return isCopied
}
