# Trials need a task of cloze questions.
