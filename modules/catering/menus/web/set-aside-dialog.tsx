/** Archives a menu, or restores it. */
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { useCommand } from "../../web/client.ts"
import { type Menu, menuLists } from "../../web/menu-labels.ts"

export default function SetAsideDialog({ menu, onClose }: { readonly menu: Menu; readonly onClose: () => void }) {
  const act = useCommand(menu.isActive ? "PUT /api/menus/:id/deactivate" : "PUT /api/menus/:id/activate", {
    id: menu.id,
    lists: menuLists,
    done: menu.isActive ? "Menu archived" : "Menu restored",
    failed: "Failed to change the menu",
  })
  return (
    <ConfirmDialog
      title={menu.isActive ? `Archive ${menu.name}?` : `Restore ${menu.name}?`}
      text={
        menu.isActive
          ? `${menu.site.name} stops using this menu. You can restore it later.`
          : `It applies at ${menu.site.name} from ${menu.startDate}, unless a later menu is active.`
      }
      confirm={menu.isActive ? "Archive" : "Restore"}
      pending="Saving..."
      onConfirm={() => act.send()}
      onClose={onClose}
    />
  )
}
