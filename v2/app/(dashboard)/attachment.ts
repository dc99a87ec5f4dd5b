/**
 * The header by which a browser saves an answer under this name (RFC 6266). Names beyond ASCII are
 * given twice, for whoever does not know the second form.
 */
export function attachment(name: string): { 'content-disposition': string } {
  const plain = name.replace(/[^\w.() -]/g, '_')
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const disposition = `attachment; filename="${plain}"`
  return {
    'content-disposition':
      plain === name ? disposition : `${disposition}; filename*=UTF-8''${exact}`,
  }
}
