/** Shared by the announcement endpoint and its reader. One block holds a page. */
export const firstAnnouncementBlock = 60_000_000
export const announcementsPerPage = 1_000
export const ownAnnouncements = 8
