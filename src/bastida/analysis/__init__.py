"""What a game was worth at every moment: answers compared with better ones, luck told apart from play. See docs/analysis.md."""

from bastida.analysis.comments import annotated
from bastida.analysis.model import Line, Outlooks, Review
from bastida.analysis.reviewing import BUDGETS, AnalysisError, review
from bastida.analysis.thinking import analyse
from bastida.arena.spread import Spread

__all__ = ["BUDGETS", "AnalysisError", "Line", "Outlooks", "Review", "Spread", "analyse", "annotated", "review"]
