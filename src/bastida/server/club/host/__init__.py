"""What the host of a server does and sees: members, retention, copies, announcements, figures, work on other machines."""
