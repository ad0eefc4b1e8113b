import { useEffect } from "react"

/**
 * Replaces the package of this name: the same rules while they are needed, in a constructed style sheet, which a strict content security policy
 * allows, whereas the package would write a <style> element.
 */
export const stylesheetSingleton = () => {
  let users = 0
  const sheet = new CSSStyleSheet()
  return {
    add: (style: string) => {
      if (users++ > 0) return
      sheet.replaceSync(style)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    },
    remove: () => {
      if (--users > 0) return
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    },
  }
}

export const styleHookSingleton = () => {
  const sheet = stylesheetSingleton()
  return (styles: string, dynamic?: boolean) => {
    // As in the package: only dynamic styles are updated
    const follows = styles && dynamic
    useEffect(() => {
      sheet.add(styles)
      return sheet.remove
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- what follows is said above
    }, [follows])
  }
}

export const styleSingleton = () => {
  const useStyle = styleHookSingleton()
  return ({ styles, dynamic }: { styles: string; dynamic?: boolean }) => {
    useStyle(styles, dynamic)
    return null
  }
}
