//! Automations, their versions, and the runs that walk them.
