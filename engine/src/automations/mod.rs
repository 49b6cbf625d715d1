//! Automations at work: fires become runs, and runs are walked when their time comes.
