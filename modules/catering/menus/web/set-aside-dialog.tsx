/** Sets a menu aside, or puts it to use again. */
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { useCommand } from "../../web/client.ts"
import { type Menu, menuLists } from "../../web/menu-labels.ts"

export default function SetAsideDialog({ menu, onClose }: { readonly menu: Menu; readonly onClose: () => void }) {
  const act = useCommand(menu.isActive ? "PUT /api/menus/:id/deactivate" : "PUT /api/menus/:id/activate", {
    id: menu.id,
    lists: menuLists,
    done: menu.isActive ? "Menu set aside" : "Menu put to use",
    failed: "Failed to change the menu",
  })
  return (
    <ConfirmDialog
      title={menu.isActive ? `Set ${menu.name} aside?` : `Put ${menu.name} to use?`}
      text={
        menu.isActive
          ? `Nothing is cooked by it at ${menu.site.name} any more. It can be put to use again.`
          : `It applies at ${menu.site.name} from ${menu.startDate}, unless a menu in use started later.`
      }
      confirm={menu.isActive ? "Set aside" : "Put to use"}
      pending="Saving..."
      onConfirm={() => act.send()}
      onClose={onClose}
    />
  )
}
